import { deleteLocationKey } from '@sonde/store/locations/location-keys.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { dataCenterOf } from './data-center-of.ts'
import { requireOperators } from './require-operators.ts'

export async function deleteDataCenterKey(
  deps: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { code, keyId }: { code: string; keyId: string },
): Promise<void> {
  await requireOperators(deps, actor)
  const dataCenterRef = dataCenterOf(code)
  await deps.store.write(async (db) => {
    if (!(await deleteLocationKey(db, { place: dataCenterRef, id: keyId }))) throw notFound('key')
    await recordChange(db, actor, {
      entityType: 'LOCATION_KEY',
      entityId: keyId.toLowerCase(),
      entityName: dataCenterRef.dataCenter,
      before: {},
      after: null,
    })
  })
}
