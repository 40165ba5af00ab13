import type { LocationKey } from '@sonde/schema/agents/location-key.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { addLocationKey } from './add-location-key.ts'
import { dataCenterOf } from './data-center-of.ts'
import { requireOperators } from './require-operators.ts'

/** The key itself is in what is returned, and nowhere afterwards. */
export async function createDataCenterKey(
  deps: Pick<ActionDeps, 'store' | 'clock'>,
  actor: Actor,
  { code }: { code: string },
): Promise<LocationKey> {
  await requireOperators(deps, actor)
  const dataCenterRef = dataCenterOf(code)
  return await deps.store.write(async (db) => {
    const { rawKey, ...key } = await addLocationKey(db, { place: dataCenterRef, now: deps.clock.now() })
    await recordChange(db, actor, {
      entityType: 'LOCATION_KEY',
      entityId: key.id,
      entityName: dataCenterRef.dataCenter,
      before: null,
      after: key,
    })
    return { ...key, rawKey }
  })
}
