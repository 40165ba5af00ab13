import { putTraceExport } from '@sonde/actions/trace-export/put-trace-export.ts'
import { TraceExport, TraceExportUpdate } from '@sonde/schema/analytics/trace-export.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function putTraceExportRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/accounts/me/trace-export',
    {
      schema: {
        summary: 'Export every run of the account as a span',
        description:
          'By OTLP/HTTP, as gzipped JSON, from the next run on. A queued run is retried until the receiver accepts it. ' +
          'When you turn the export off, waiting runs are dropped.',
        tags: ['Accounts'],
        body: TraceExportUpdate,
        response: answers({ 200: TraceExport }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => putTraceExport(deps, actorOf(request, deps), { input: request.body }),
  )
}
