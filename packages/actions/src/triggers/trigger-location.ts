import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'

const preferred = 'us-east-1'

/** Where a trigger that names no location runs the check; undefined when the check has no location. */
export async function triggerLocation(db: Db, check: CheckRow): Promise<string | undefined> {
  const codes = namesIn(check.config['locations'])
  const [first] = codes
  if (first !== undefined) return codes.includes(preferred) ? preferred : first
  const [name] = namesIn(check.config['privateLocations'])
  if (name === undefined) return undefined
  // A check may name its private locations by id; runs know them by slug.
  const location = await findPrivateLocation(db, { accountId: check.accountId, id: name })
  return location?.slugName ?? name
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}
