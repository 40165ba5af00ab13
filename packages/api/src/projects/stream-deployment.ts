import { PassThrough } from 'node:stream'
import type { Deployments } from '@sonde/actions/projects/deployments.ts'
import { deploymentAnswer } from '@sonde/actions/projects/project-answer.ts'
import { DeploymentParams } from '@sonde/schema/projects/project-deploy.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { clientGone } from '../http/client-gone.ts'
import { answers } from '../http/operation.ts'
import { findNamedDeployment } from './find-deployment.ts'

/** How often somebody hears of a deployment that another server works on, or of one that takes long. */
const lookMs = 1000
const keepAliveMs = 15_000

const Stream = Type.String({
  description:
    'Events named progress, with `{"progress": 40}`, and at the end one named complete, with the deployment.',
})

export function streamDeployment(app: App, deps: ApiDeps, deployments: Deployments): void {
  app.get(
    '/v1/projects/:logicalId/deployments/:deploymentId/events',
    {
      schema: {
        summary: 'Follow a deployment as server-sent events',
        tags: ['Projects'],
        params: DeploymentParams,
        produces: ['text/event-stream'],
        response: answers({ 200: Stream }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      await findNamedDeployment(deployments, request)
      const body = new PassThrough()
      const gone = clientGone(reply)
      // At once, and before anything else: a client that has heard nothing takes a lost connection for a failure.
      body.write(': a deployment\n\n')
      const follow = async () => {
        let toldAt = deps.clock.now()
        let progress = -1
        while (!gone.aborted) {
          const row = await findNamedDeployment(deployments, request)
          if (row.endedAt !== null) {
            body.write(eventOf('complete', deploymentAnswer(row)))
            return
          }
          if (row.progress !== progress) {
            progress = row.progress
            toldAt = deps.clock.now()
            body.write(eventOf('progress', { progress }))
          } else if (deps.clock.now() - toldAt >= keepAliveMs) {
            toldAt = deps.clock.now()
            body.write(': still running\n\n')
          }
          await deployments.settled(row.id, lookMs, gone)
        }
      }
      follow()
        .catch((error: unknown) => {
          deps.log.error({ err: error }, 'a deployment could not be followed')
          body.write(eventOf('error', { message: 'The deployment could not be read: follow it again' }))
        })
        .finally(() => body.end())
      return await reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // Proxies that collect answers would make this one useless.
        .header('x-accel-buffering', 'no')
        .send(body)
    },
  )
}

function eventOf(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
