import type { DataCenterLocation } from '@sonde/schema/agents/location.ts'
import type { ApiDeps } from '../api-deps.ts'

/**
 * The code by which checks name this server; null when it stands in for no location. Where an agent has taken over its
 * own code, another one that it stands in for names it.
 */
export async function findThisServer({
  standIns,
}: Pick<ApiDeps, 'standIns'>): Promise<DataCenterLocation | null> {
  const locations = await standIns.locations()
  return locations.includes(standIns.location) ? standIns.location : (locations[0] ?? null)
}
