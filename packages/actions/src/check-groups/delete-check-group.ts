import { deleteGroup, deleteGroups, findGroupForUpdate } from '@sonde/store/checks/check-groups.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict, notFound, type Refusal } from '../refusal.ts'
import { documentOf } from './group-document.ts'

export async function deleteCheckGroup(
  { store }: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { id }: { id: number },
): Promise<void> {
  const key = { accountId: actor.accountId, id }
  await store.write(async (db) => {
    const before = await findGroupForUpdate(db, key)
    const outcome = await deleteGroup(db, key)
    if (before === null || outcome === 'unknown') throw notFound('check group')
    if (outcome === 'used') throw stillHasChecks()
    await recordChange(db, actor, {
      entityType: 'CHECK_GROUP',
      entityId: before.id,
      entityName: before.name,
      before: documentOf(before, store.sealer),
      after: null,
    })
  })
}

/**
 * Inside `write`, without audit entries, for many that were locked in it with their checks. `named` says of a refusal
 * which one it means.
 */
export async function removeCheckGroups(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
  named: (id: string, refusal: Refusal) => Refusal,
): Promise<void> {
  const used = await deleteGroups(db, { accountId, ids })
  if (used !== null) throw named(String(used.usedId), stillHasChecks())
}

function stillHasChecks(): Refusal {
  return conflict('The group still has checks: delete them or remove them from the group first')
}
