import { deleteCheckView } from '@sonde/actions/check-views/check-views.ts'
import { CheckViewParams } from '@sonde/schema/checks/check-view.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteCheckViewRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/check-views/:name',
    {
      schema: {
        summary: 'Delete a saved view of the list of checks',
        tags: ['Check status'],
        params: CheckViewParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteCheckView(deps, actorOf(request, deps), { name: request.params.name })
      return reply.code(204).send()
    },
  )
}
