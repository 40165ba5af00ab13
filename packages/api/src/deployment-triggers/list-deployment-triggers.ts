import { DeploymentTriggers } from '@sonde/schema/checks/deployment-trigger.ts'
import { listDeploymentTriggers as readTriggers } from '@sonde/store/deployments/deployment-triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { deploymentTriggerAnswer } from '@sonde/actions/deployment-triggers/deployment-trigger-answer.ts'

export function listDeploymentTriggers(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/deployment-triggers',
    {
      schema: {
        summary: 'List the deployment triggers of the account',
        tags: ['Deployment Triggers'],
        response: answers({ 200: DeploymentTriggers }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) =>
      (await readTriggers(deps.store.read, accountOf(request).id)).map(deploymentTriggerAnswer),
  )
}
