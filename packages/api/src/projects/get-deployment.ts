import type { Deployments } from '@sonde/actions/projects/deployments.ts'
import { deploymentAnswer } from '@sonde/actions/projects/project-answer.ts'
import { DeploymentParams, ProjectDeployment } from '@sonde/schema/projects/project-deploy.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { findNamedDeployment } from './find-deployment.ts'

export function getDeployment(app: App, deployments: Deployments): void {
  app.get(
    '/v1/projects/:logicalId/deployments/:deploymentId',
    {
      schema: {
        summary: 'Retrieve a deployment of a project',
        tags: ['Projects'],
        params: DeploymentParams,
        response: answers({ 200: ProjectDeployment }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => deploymentAnswer(await findNamedDeployment(deployments, request)),
  )
}
