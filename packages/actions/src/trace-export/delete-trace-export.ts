import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { deleteTraceExport as removeTraceExport, findTraceExport } from '@sonde/store/traces/trace-exports.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { emptyOutbox } from '@sonde/store/traces/trace-outbox.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { settingsForAudit } from './settings-for-audit.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteTraceExport(deps: ActionDeps, actor: Actor): Promise<void> {
  const accountId = actor.accountId
  await deps.store.write(async (db) => {
    await lockAccount(db, accountId)
    const before = await findTraceExport(db, accountId)
    if (before === null) throw notFound('trace export')
    await removeTraceExport(db, accountId)
    await emptyOutbox(db, accountId)
    await bumpRunContext(db)
    await recordChange(db, actor, {
      entityType: 'TRACE_EXPORT',
      entityId: accountId,
      entityName: null,
      before: settingsForAudit(deps.store.sealer, before),
      after: null,
    })
  })
}
