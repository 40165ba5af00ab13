import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteTraceExport } from '@sonde/actions/trace-export/delete-trace-export.ts'

export function deleteTraceExportRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/accounts/me/trace-export',
    {
      schema: {
        summary: 'Stop exporting runs, and delete the receiver and everything waiting for it',
        tags: ['Accounts'],
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      await deleteTraceExport(deps, actorOf(request, deps))
      return reply.code(204).send()
    },
  )
}
