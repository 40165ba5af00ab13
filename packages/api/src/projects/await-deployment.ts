import type { Deployments } from '@sonde/actions/projects/deployments.ts'
import { deploymentAnswer } from '@sonde/actions/projects/project-answer.ts'
import { CompletionQuery, RequestTimeoutError } from '@sonde/schema/runs/check-session.ts'
import { DeploymentParams, ProjectDeployment } from '@sonde/schema/projects/project-deploy.ts'
import { stillRunning } from '../check-sessions/await-check-session.ts'
import type { App } from '../http/app-type.ts'
import { clientGone } from '../http/client-gone.ts'
import { answers } from '../http/operation.ts'
import { findNamedDeployment } from './find-deployment.ts'

export function awaitDeployment(app: App, deployments: Deployments): void {
  app.get(
    '/v1/projects/:logicalId/deployments/:deploymentId/completion',
    {
      schema: {
        summary: 'Wait for a deployment to end',
        description: 'Returns 408 if it has not ended in time: send the request again.',
        tags: ['Projects'],
        params: DeploymentParams,
        querystring: CompletionQuery,
        response: answers({ 200: ProjectDeployment, 408: RequestTimeoutError }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const first = await findNamedDeployment(deployments, request)
      if (first.endedAt !== null) return deploymentAnswer(first)
      await deployments.settled(first.id, request.query.maxWaitSeconds * 1000, clientGone(reply))
      const row = await findNamedDeployment(deployments, request)
      if (row.endedAt === null) throw stillRunning('The deployment has not ended yet: send the request again')
      return deploymentAnswer(row)
    },
  )
}
