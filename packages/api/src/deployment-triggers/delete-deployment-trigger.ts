import { DeploymentTriggerParams } from '@sonde/schema/checks/deployment-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteDeploymentTrigger } from '@sonde/actions/deployment-triggers/delete-deployment-trigger.ts'

export function deleteDeploymentTriggerRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/deployment-triggers/:id',
    {
      schema: {
        summary: 'Delete a deployment trigger',
        tags: ['Deployment Triggers'],
        params: DeploymentTriggerParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteDeploymentTrigger(deps, actorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
