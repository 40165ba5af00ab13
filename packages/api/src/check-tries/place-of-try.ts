import type { CheckTryPlace } from '@sonde/schema/runs/trial-run.ts'
import { placeOfDataCenter, placeOfPrivateLocation, type Place } from '@sonde/runs/schedule/location-pool.ts'
import { findNamedLocations } from '@sonde/store/checks/check-private-locations.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import { invalidInput, conflict } from '@sonde/actions/refusal.ts'

/** Where a try runs: as it says, at the first location of its check, or else wherever an agent is. */
export async function placeOfTry(
  db: Db,
  { servedLocations }: Pick<ApiDeps, 'servedLocations'>,
  { accountId, wanted, row }: { accountId: string; wanted: CheckTryPlace; row: CheckRow },
): Promise<Place> {
  if (wanted.location !== undefined) return placeOfDataCenter(wanted.location)
  if (wanted.privateLocation !== undefined) {
    const place = await privatePlace(db, accountId, wanted.privateLocation)
    if (place !== null) return place
    throw invalidInput([{ path: 'privateLocation', message: 'names no private location of this account' }])
  }
  const [dataCenter] = namesIn(row.config['locations'])
  if (dataCenter !== undefined) return placeOfDataCenter(dataCenter)
  const [name] = namesIn(row.config['privateLocations'])
  const own = name === undefined ? null : await privatePlace(db, accountId, name)
  if (own !== null) return own
  const [served] = servedLocations()
  if (served !== undefined) return placeOfDataCenter(served)
  throw conflict('The check has no location and no agent is there: name a location, or start an agent')
}

async function privatePlace(db: Db, accountId: string, name: string): Promise<Place | null> {
  const id = (await findNamedLocations(db, { accountId, names: [name] })).get(name)
  const found = id === undefined ? null : await findPrivateLocation(db, { accountId, id })
  return found === null ? null : placeOfPrivateLocation(found)
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}
