import type { LocationKey } from '@sonde/schema/agents/location-key.ts'
import { findPrivateLocationForUpdate } from '@sonde/store/locations/private-locations.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { addLocationKey } from '../locations/add-location-key.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createPrivateLocationKey(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<LocationKey> {
  const key = { accountId: actor.accountId, id }
  const locationKey = await deps.store.write(async (db) => {
    const location = await findPrivateLocationForUpdate(db, key)
    if (!location) throw notFound('private location')
    const place = { kind: 'private', privateLocationId: location.id } as const
    const { rawKey, ...newKey } = await addLocationKey(db, { place, now: deps.clock.now() })
    await recordChange(db, actor, {
      entityType: 'PRIVATE_LOCATION_KEY',
      entityId: newKey.id,
      entityName: location.name,
      before: null,
      after: { ...newKey, privateLocationId: location.id },
    })
    return { ...newKey, rawKey }
  })
  return locationKey
}
