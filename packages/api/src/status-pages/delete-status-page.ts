import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteStatusPage } from '@sonde/actions/status-pages/delete-status-page.ts'

export function deleteStatusPageRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/:statusPageId',
    {
      schema: {
        summary: 'Delete a status page',
        description: 'Also deletes its cards and subscribers. Services and incidents are kept.',
        tags: ['Status Pages'],
        params: StatusPageParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteStatusPage(deps, actorOf(request, deps), { statusPageId: request.params.statusPageId })
      return reply.code(204).send()
    },
  )
}
