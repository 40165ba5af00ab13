import { usedLocations } from '@sonde/store/checks/check-private-locations.ts'
import {
  deletePrivateLocations,
  findPrivateLocationForUpdate,
  type PrivateLocationRow,
} from '@sonde/store/locations/private-locations.ts'
import { recordDocument } from '../audit/record-change.ts'
import { conflict, notFound, type Refusal } from '../refusal.ts'
import { locationAnswer } from './location-answer.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deletePrivateLocation(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  await deps.store.write(async (db) => {
    const location = await findPrivateLocationForUpdate(db, { accountId: actor.accountId, id })
    if (!location) throw notFound('private location')
    await removePrivateLocations(db, deps, [location], (_id, refusal) => refusal)
    await recordDocument(db, actor, 'PRIVATE_LOCATION', {
      before: locationAnswer(location, [], deps.store.sealer),
      after: null,
    })
  })
  await deps.runs.locationsChanged()
}

/**
 * Inside `write`, without audit entries, for those that were locked in it. Who calls tells the scheduler after it. `named`
 * says of a refusal which one it means. Returns how many there were.
 */
export async function removePrivateLocations(
  db: Db,
  { runs }: Pick<ActionDeps, 'runs'>,
  locations: readonly PrivateLocationRow[],
  named: (id: string, refusal: Refusal) => Refusal,
): Promise<number> {
  const [usedId] = await usedLocations(db, locations)
  if (usedId !== undefined) {
    const message = 'Checks or groups run from this private location: remove it from them first'
    throw named(usedId, conflict(message))
  }
  const count = await deletePrivateLocations(db, locations)
  await runs.announceChange(db, null)
  return count
}
