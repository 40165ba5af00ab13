import { deleteCheckTrigger } from '@sonde/actions/triggers/delete-check-trigger.ts'
import { actorOf } from '../http/actor-of.ts'
import { CheckTriggerParams } from '@sonde/schema/checks/check-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteCheckTriggerRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/triggers/checks/:checkId',
    {
      schema: {
        summary: 'Revoke the URL that runs a check',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckTriggerParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteCheckTrigger(deps, actorOf(request, deps), { checkId: request.params.checkId })
      return reply.code(204).send()
    },
  )
}
