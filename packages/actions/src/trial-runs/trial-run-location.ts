import type { TrialRunTarget } from '@sonde/schema/runs/trial-run.ts'
import {
  dataCenterQueue,
  privateLocationQueue,
  type LocationQueue,
} from '@sonde/runs/schedule/location-pool.ts'
import { findNamedLocations } from '@sonde/store/checks/check-private-locations.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import { invalidInput, conflict } from '../refusal.ts'

/** Where a trial run takes place: as it says, at the first location of its check, or else wherever an agent is. */
export async function trialRunLocation(
  db: Db,
  { servedLocations, standIns }: Pick<ActionDeps, 'servedLocations' | 'standIns'>,
  { accountId, target, row }: { accountId: string; target: TrialRunTarget; row: CheckRow },
): Promise<LocationQueue> {
  if (target.location !== undefined) return dataCenterQueue(target.location)
  if (target.privateLocation !== undefined) {
    const queue = await privateQueue(db, accountId, target.privateLocation)
    if (queue !== null) return queue
    throw invalidInput([{ path: 'privateLocation', message: 'is not a private location of this account' }])
  }
  const [dataCenter] = namesIn(row.config['locations'])
  if (dataCenter !== undefined) return dataCenterQueue(dataCenter)
  const [name] = namesIn(row.config['privateLocations'])
  const own = name === undefined ? null : await privateQueue(db, accountId, name)
  if (own !== null) return own
  const all = servedLocations()
  const served = all.includes(standIns.location) ? standIns.location : all[0]
  if (served !== undefined) return dataCenterQueue(served)
  throw conflict('The check has no location and no agent is connected: choose a location, or start an agent')
}

async function privateQueue(db: Db, accountId: string, name: string): Promise<LocationQueue | null> {
  const id = (await findNamedLocations(db, { accountId, names: [name] })).get(name)
  const location = id === undefined ? null : await findPrivateLocation(db, { accountId, id })
  return location === null ? null : privateLocationQueue(location)
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}
