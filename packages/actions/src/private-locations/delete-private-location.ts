import { isLocationUsed } from '@sonde/store/checks/check-private-locations.ts'
import {
  deletePrivateLocation as removeLocation,
  findPrivateLocationForUpdate,
} from '@sonde/store/locations/private-locations.ts'
import { recordDocument } from '../audit/record-change.ts'
import { conflict, notFound } from '../refusal.ts'
import { locationAnswer } from './location-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deletePrivateLocation(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id }
  await deps.store.write(async (db) => {
    const location = await findPrivateLocationForUpdate(db, key)
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
  })
  await deps.runs.locationsChanged()
}
