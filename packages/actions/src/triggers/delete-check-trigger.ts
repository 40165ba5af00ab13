import { checkTriggers } from '@sonde/store/checks/triggers.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'

export async function deleteCheckTrigger(
  { store }: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { checkId }: { checkId: string },
): Promise<void> {
  await store.write(async (db) => {
    const key = { accountId: actor.accountId, subjectId: checkId }
    if (!(await checkTriggers.delete(db, key))) throw notFound('trigger')
    await recordChange(db, actor, {
      entityType: 'CHECK_TRIGGER',
      entityId: checkId,
      entityName: null,
      before: { checkId },
      after: null,
    })
  })
}
