import { deleteLocationKey } from '@sonde/store/locations/location-keys.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deletePrivateLocationKey(
  deps: ActionDeps,
  actor: Actor,
  ids: { id: string; keyId: string },
): Promise<void> {
  const { id, keyId } = ids
  await deps.store.write(async (db) => {
    const location = await findPrivateLocation(db, { accountId: actor.accountId, id })
    if (!location) throw notFound('private location')
    const place = { kind: 'private', privateLocationId: location.id } as const
    if (!(await deleteLocationKey(db, { id: keyId, place }))) throw notFound('key')
    await recordChange(db, actor, {
      entityType: 'PRIVATE_LOCATION_KEY',
      entityId: keyId.toLowerCase(),
      entityName: location.name,
      before: { privateLocationId: location.id },
      after: null,
    })
  })
}
