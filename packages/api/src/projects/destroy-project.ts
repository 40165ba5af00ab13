import type { Deployments } from '@sonde/actions/projects/deployments.ts'
import { deploymentAnswer } from '@sonde/actions/projects/project-answer.ts'
import {
  DeploymentConflictError,
  DeployResult,
  DestroyQuery,
  ProjectDeployment,
  ProjectParams,
} from '@sonde/schema/projects/project-deploy.ts'
import { findProject } from '@sonde/store/projects/projects.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { refusingSecond } from './deploy-project.ts'
import { originOf } from './origin-of.ts'

export function destroyProject(app: App, deps: ApiDeps, deployments: Deployments): void {
  app.delete(
    '/v1/projects/:logicalId',
    {
      schema: {
        summary: 'Delete a project',
        description:
          'Deletes all that the project owns, or keeps it with `preserveResources=true`. Returns a deployment that can be followed. There being no such project is no error: it returns an empty diff.',
        tags: ['Projects'],
        params: ProjectParams,
        querystring: DestroyQuery,
        response: answers({ 200: DeployResult, 202: ProjectDeployment, 409: DeploymentConflictError }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { logicalId } = request.params
      const { dryRun, preserveResources } = request.query
      const project = await findProject(deps.store.read, { accountId: accountOf(request).id, logicalId })
      if (project === null) return { project: null, diff: [], warnings: [] }
      const { name, repoUrl } = project
      const order = {
        input: { project: { logicalId, name, repoUrl }, resources: [] },
        kind: 'destroy',
        preserves: preserveResources,
        schedules: false,
        origin: originOf(request, null),
      } as const
      const actor = actorOf(request, deps)
      if (dryRun)
        return await deployments.preview(actor, { ...order, input: { ...order.input, resources: [] } })
      const row = await refusingSecond(() =>
        deployments.start(actor, { ...order, input: { ...order.input, resources: [] } }),
      )
      return await reply.code(202).send(deploymentAnswer(row))
    },
  )
}
