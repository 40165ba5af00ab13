import { createDeploymentTrigger } from '@sonde/actions/deployment-triggers/create-deployment-trigger.ts'
import { CreateDeploymentTrigger, DeploymentTrigger } from '@sonde/schema/checks/deployment-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function createDeploymentTriggerRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/deployment-triggers',
    {
      schema: {
        summary: 'Run a check, or the checks of a group, after a deployment of a repository',
        description:
          'A check or a group has at most one: a second request returns 200 with the existing trigger, unchanged. ' +
          'The webhook of the repository fires it.',
        tags: ['Deployment Triggers'],
        body: CreateDeploymentTrigger,
        response: answers({ 200: DeploymentTrigger, 201: DeploymentTrigger }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { trigger, isNew } = await createDeploymentTrigger(deps, actorOf(request, deps), {
        input: request.body,
      })
      return reply.code(isNew ? 201 : 200).send(trigger)
    },
  )
}
