import { groupTriggers } from '@sonde/store/checks/triggers.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'

export async function deleteGroupTrigger(
  { store }: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { groupId }: { groupId: number },
): Promise<void> {
  await store.write(async (db) => {
    const key = { accountId: actor.accountId, subjectId: groupId }
    if (!(await groupTriggers.delete(db, key))) throw notFound('trigger')
    await recordChange(db, actor, {
      entityType: 'CHECK_GROUP_TRIGGER',
      entityId: groupId,
      entityName: null,
      before: { groupId },
      after: null,
    })
  })
}
