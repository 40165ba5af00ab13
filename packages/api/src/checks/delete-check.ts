import { deleteCheck } from '@sonde/actions/checks/delete-check.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteCheckRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/checks/:id',
    {
      schema: {
        summary: 'Delete a check of any type',
        tags: ['Checks'],
        params: CheckParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteCheck(deps, actorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
