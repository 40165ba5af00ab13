import { deleteIntegrationTokenOf } from '@sonde/store/accounts/integration-tokens.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { tokenAnswer } from './token-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteIntegrationToken(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id }
  const deleted = await deps.store.write(async (db) => {
    const row = await deleteIntegrationTokenOf(db, key)
    if (row === null) return false
    await recordChange(db, actor, {
      entityType: 'INTEGRATION_TOKEN',
      entityId: row.id,
      entityName: row.name,
      before: tokenAnswer(row),
      after: null,
    })
    return true
  })
  if (!deleted) throw notFound('integration token')
}
