import { requireValidTrialRun, startTrialRun } from '@sonde/actions/trial-runs/start-trial-run.ts'
import { StartedCheckTry } from '@sonde/schema/runs/trial-run.ts'
import type { ApiDeps } from '../api-deps.ts'
import { anyCheckTry } from '../checks/any-check.ts'
import { bodyValidatedByRoute } from '../checks/body-validated-by-route.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function startTrialRunRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/checks/try',
    {
      validatorCompiler: bodyValidatedByRoute(app),
      schema: {
        summary: 'Run a check once without saving it',
        description:
          'The check is validated as if it were created, then runs once at one location: no retries, no alerts, and ' +
          'nothing in results or statistics. Read the result with the id in the response.',
        tags: ['Checks'],
        body: anyCheckTry(),
        response: answers({ 202: StartedCheckTry }, 409),
      },
      // Not less than creating it asks for: a request that names secrets of the account may go anywhere.
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
      preHandler: async (request) => requireValidTrialRun(request.body),
    },
    async (request, reply) => {
      const id = await startTrialRun(deps, actorOf(request, deps), { input: request.body })
      return reply.code(202).send({ id, status: 'QUEUED' })
    },
  )
}
