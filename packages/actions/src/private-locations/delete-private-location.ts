import { isLocationUsed } from '@sonde/store/checks/check-private-locations.ts'
import {
  deletePrivateLocation as removeLocation,
  findPrivateLocationForUpdate,
} from '@sonde/store/locations/private-locations.ts'
import { recordDocument } from '../audit/record-change.ts'
import { conflict, notFound } from '../refusal.ts'
import { locationAnswer } from './location-answer.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deletePrivateLocation(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  await deps.store.write((db) => removePrivateLocation(db, deps, actor, { id }))
  await deps.runs.locationsChanged()
}

/** Inside `write`. Who calls tells the scheduler after it. */
export async function removePrivateLocation(
  db: Db,
  deps: Pick<ActionDeps, 'store' | 'runs'>,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const location = await findPrivateLocationForUpdate(db, { accountId: actor.accountId, id })
  if (!location) throw notFound('private location')
  if (await isLocationUsed(db, location)) {
    throw conflict('Checks or groups run from this private location: remove it from them first')
  }
  await removeLocation(db, location)
  await recordDocument(db, actor, 'PRIVATE_LOCATION', {
    before: locationAnswer(location, [], deps.store.sealer),
    after: null,
  })
  await deps.runs.announceChange(db, null)
}
