import { deleteGroupTrigger } from '@sonde/actions/triggers/delete-group-trigger.ts'
import { actorOf } from '../http/actor-of.ts'
import { CheckGroupTriggerParams } from '@sonde/schema/checks/check-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteGroupTriggerRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/triggers/check-groups/:groupId',
    {
      schema: {
        summary: 'Revoke the URL that runs the checks of a group',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckGroupTriggerParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const groupId = Number(request.params.groupId)
      await deleteGroupTrigger(deps, actorOf(request, deps), { groupId })
      return reply.code(204).send()
    },
  )
}
