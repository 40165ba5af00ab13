import { deleteGroup, findGroupForUpdate } from '@sonde/store/checks/check-groups.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict, notFound } from '../refusal.ts'
import { documentOf } from './group-document.ts'

export async function deleteCheckGroup(
  { store }: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { id }: { id: number },
): Promise<void> {
  await store.write((db) => removeCheckGroup(db, { store }, actor, { id }))
}

/** Inside `write`. */
export async function removeCheckGroup(
  db: Db,
  { store }: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { id }: { id: number },
): Promise<void> {
  const key = { accountId: actor.accountId, id }
  const before = await findGroupForUpdate(db, key)
  const outcome = await deleteGroup(db, key)
  if (before === null || outcome === 'unknown') throw notFound('check group')
  if (outcome === 'used') {
    throw conflict('The group still has checks: delete them or remove them from the group first')
  }
  await recordChange(db, actor, {
    entityType: 'CHECK_GROUP',
    entityId: before.id,
    entityName: before.name,
    before: documentOf(before, store.sealer),
    after: null,
  })
}
