import { deleteCheckGroup } from '@sonde/actions/check-groups/delete-check-group.ts'
import { GroupParams } from '@sonde/schema/checks/check-group.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteCheckGroupRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/check-groups/:id',
    {
      schema: {
        summary: 'Delete a check group',
        description:
          'Only possible if the group has no checks. Also deletes its subscriptions and its trigger.',
        tags: ['Check groups'],
        params: GroupParams,
        response: answers({ 204: noContent }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteCheckGroup(deps, actorOf(request, deps), { id: Number(request.params.id) })
      return reply.code(204).send()
    },
  )
}
