import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { deleteTraceExport as removeTraceExport, findTraceExport } from '@sonde/store/traces/trace-exports.ts'
import { emptyOutbox } from '@sonde/store/traces/trace-outbox.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { settingsForAudit } from '@sonde/actions/trace-export/settings-for-audit.ts'

export function deleteTraceExport(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/accounts/me/trace-export',
    {
      schema: {
        summary: 'Export no runs any more, and forget the receiver and what waits for it',
        tags: ['Accounts'],
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const accountId = accountOf(request).id
      await deps.store.write(async (db) => {
        await lockAccount(db, accountId)
        const before = await findTraceExport(db, accountId)
        if (before === null) throw notFound('trace export')
        await removeTraceExport(db, accountId)
        await emptyOutbox(db, accountId)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'TRACE_EXPORT',
          entityId: accountId,
          entityName: null,
          before: settingsForAudit(deps.store.sealer, before),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
