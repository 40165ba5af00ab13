import { dataCenterLocations, dataCenterName } from '@sonde/schema/agents/location.ts'
import type { TestSessionRun } from '@sonde/schema/projects/test-session-run.ts'
import {
  dataCenterQueue,
  privateLocationQueue,
  type LocationQueue,
} from '@sonde/runs/schedule/location-pool.ts'
import { findNamedLocations } from '@sonde/store/checks/check-private-locations.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { invalidInput, type Refusal } from '../refusal.ts'

/** Where all runs of a session take place: a location, by its code, or a private location, by its slug or id. */
export async function sessionLocation(
  db: Db,
  accountId: string,
  runLocation: TestSessionRun['runLocation'],
): Promise<LocationQueue> {
  if (typeof runLocation === 'string') {
    const queue = dataCenterOf(runLocation) ?? (await privateQueue(db, accountId, runLocation))
    if (queue === null) throw unknownLocation('runLocation')
    return queue
  }
  if (runLocation.type === 'PUBLIC') {
    const queue = dataCenterOf(runLocation.region ?? '')
    if (queue === null) throw unknownLocation('runLocation.region')
    return queue
  }
  const name = runLocation.id ?? runLocation.slugName ?? ''
  const queue = await privateQueue(db, accountId, name)
  if (queue === null)
    throw invalidInput([{ path: 'runLocation.id', message: 'is not a private location of this account' }])
  return queue
}

function dataCenterOf(code: string): LocationQueue | null {
  const known = dataCenterLocations.find((each) => each === code)
  return known === undefined || dataCenterName(known) === null ? null : dataCenterQueue(known)
}

async function privateQueue(db: Db, accountId: string, name: string): Promise<LocationQueue | null> {
  const id = (await findNamedLocations(db, { accountId, names: [name] })).get(name)
  const location = id === undefined ? null : await findPrivateLocation(db, { accountId, id })
  return location === null ? null : privateLocationQueue(location)
}

function unknownLocation(path: string): Refusal {
  const known = dataCenterLocations.join(', ')
  return invalidInput([{ path, message: `must be a private location of this account, or one of ${known}` }])
}
