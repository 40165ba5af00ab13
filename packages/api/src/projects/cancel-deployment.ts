import type { Deployments } from '@sonde/actions/projects/deployments.ts'
import { deploymentAnswer } from '@sonde/actions/projects/project-answer.ts'
import { DeploymentParams, ProjectDeployment } from '@sonde/schema/projects/project-deploy.ts'
import { requestCancel } from '@sonde/store/projects/project-deployments.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { findNamedDeployment } from './find-deployment.ts'

export function cancelDeployment(app: App, deps: ApiDeps, deployments: Deployments): void {
  app.post(
    '/v1/projects/:logicalId/deployments/:deploymentId/cancel',
    {
      schema: {
        summary: 'Cancel a deployment',
        description:
          'It ends before anything is written, if that has not begun. A deployment that has ended is left as it is.',
        tags: ['Projects'],
        params: DeploymentParams,
        response: answers({ 202: ProjectDeployment }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { id, accountId, logicalId } = await findNamedDeployment(deployments, request)
      await deps.store.write((db) => requestCancel(db, { id, accountId, logicalId, at: deps.clock.now() }))
      return await reply.code(202).send(deploymentAnswer(await findNamedDeployment(deployments, request)))
    },
  )
}
