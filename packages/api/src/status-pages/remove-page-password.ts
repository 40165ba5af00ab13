import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { removePagePassword } from '@sonde/actions/status-pages/remove-page-password.ts'

export function removePagePasswordRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/:statusPageId/password',
    {
      schema: {
        summary: 'Make a private status page public again',
        description: 'Deletes its password.',
        tags: ['Status Pages'],
        params: StatusPageParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await removePagePassword(deps, actorOf(request, deps), { statusPageId: request.params.statusPageId })
      return reply.code(204).send()
    },
  )
}
