import type { Deployments } from '@sonde/actions/projects/deployments.ts'
import { DeploymentIsOpen } from '@sonde/actions/projects/deployment-is-open.ts'
import { deploymentAnswer } from '@sonde/actions/projects/project-answer.ts'
import { mayActAs } from '@sonde/schema/accounts/role.ts'
import {
  deployBytes,
  deployLimits,
  DeploymentConflictError,
  DeployQuery,
  DeployResult,
  ProjectDeploy,
  ProjectDeployment,
} from '@sonde/schema/projects/project-deploy.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf, requireRole } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { limitUploads } from '../http/bodies/limited-uploads.ts'
import { answers } from '../http/operation.ts'
import { HttpRefusal } from '../http/refusal.ts'
import { originOf } from './origin-of.ts'

export function deployProject(app: App, deps: ApiDeps, deployments: Deployments): void {
  app.post(
    '/v1/projects/deploy',
    {
      bodyLimit: deployBytes,
      schema: {
        summary: 'Deploy a project',
        description:
          'Brings what the project owns to the state that the body describes: creates, updates and deletes, all or nothing. Things that the project does not own are not touched. `dryRun=true` returns what would change, for every role; otherwise a deployment is returned that can be followed. While another deployment of the project runs, 409 names it as `deploymentId`. A body has at most 50 MB.',
        tags: ['Projects'],
        querystring: DeployQuery,
        body: ProjectDeploy,
        response: answers(
          { 200: DeployResult, 202: ProjectDeployment, 409: DeploymentConflictError },
          402,
          413,
        ),
      },
      config: {
        access: { kind: 'account', role: 'READ_ONLY' },
        largeBody: deployLimits,
        limit: { max: 60, windowSeconds: 60 },
      },
      // Everybody who may read may preview.
      preParsing: limitUploads(deployBytes),
    },
    async (request, reply) => {
      const { dryRun, preserveResources, scheduleOnDeploy } = request.query
      const { role } = accountOf(request)
      const order = {
        input: request.body,
        kind: 'deploy',
        preserves: preserveResources,
        schedules: scheduleOnDeploy,
        origin: originOf(request, request.body.repoInfo),
      } as const
      const actor = actorOf(request, deps)
      if (dryRun) {
        const preview = await deployments.preview(actor, order)
        return mayActAs(role, 'READ_WRITE') ? preview : withoutChanges(preview)
      }
      requireRole(role, 'READ_WRITE')
      const row = await refusingSecond(() => deployments.start(actor, order))
      return await reply.code(202).send(deploymentAnswer(row))
    },
  )
}

/** Whoever may only read sees what would be done. */
function withoutChanges(preview: DeployResult): DeployResult {
  return { ...preview, diff: preview.diff.map(({ changes: _fields, ...rest }) => rest) }
}

/** The client waits for the other one, whose id it needs for that. */
export async function refusingSecond<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DeploymentIsOpen)) throw error
    const named = error.deploymentId === null ? {} : { deploymentId: error.deploymentId }
    throw new HttpRefusal(409, error.message, named)
  }
}
