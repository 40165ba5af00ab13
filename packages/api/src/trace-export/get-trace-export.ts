import { TraceExport } from '@sonde/schema/analytics/trace-export.ts'
import { findTraceExport } from '@sonde/store/traces/trace-exports.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { noTraceExport, traceExportAnswer } from '@sonde/actions/trace-export/trace-export-answer.ts'

export function getTraceExport(app: App, { store }: ApiDeps): void {
  app.get(
    '/v1/accounts/me/trace-export',
    {
      schema: {
        summary: 'Show where the runs of the account are exported to, and the state of the export',
        tags: ['Accounts'],
        response: answers({ 200: TraceExport }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => {
      const row = await findTraceExport(store.read, accountOf(request).id)
      return row === null ? noTraceExport : await traceExportAnswer(store.read, store, row)
    },
  )
}
