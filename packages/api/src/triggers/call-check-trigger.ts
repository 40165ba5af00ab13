import { callCheckTrigger, findCalledTrigger } from '@sonde/actions/triggers/call-check-trigger.ts'
import { RequestTimeoutError, longestWaitSeconds } from '@sonde/schema/runs/check-session.ts'
import { CallTriggerParams, CallTriggerQuery, TriggeredRun } from '@sonde/schema/checks/check-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { publicAccess } from '../http/access.ts'
import type { Windows } from '../http/windows.ts'
import { createTriggerCalls } from './trigger-calls.ts'
import { stillRunning } from '../check-sessions/await-check-session.ts'
import { clientGone } from '../http/client-gone.ts'

export function callCheckTriggerRoute(app: App, deps: ApiDeps & { windows: Windows }): void {
  const calls = createTriggerCalls('check', deps)

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/checks/:checkId/trigger/:token',
      schema: {
        summary: 'Run a check once and return the result',
        description:
          `Needs no key: the token in the path is the secret. Waits up to ${longestWaitSeconds} s. ` +
          'Returns 503 if the check failed, and also if its run ended without a verdict, as `hasErrors` shows. ' +
          'Never alerts.',
        tags: ['Triggers'],
        params: CallTriggerParams,
        querystring: CallTriggerQuery,
        response: publicAnswers({ 200: TriggeredRun, 408: RequestTimeoutError, 503: TriggeredRun }, 404, 409),
      },
      config: { access: publicAccess },
      handler: async (request, reply) => {
        const trigger = await findCalledTrigger(deps, request.params)
        await calls.count(trigger.id, reply)
        const { query: input } = request
        const run = await callCheckTrigger(deps, { trigger, input, signal: clientGone(reply) })
        if (run === null) throw stillRunning(`The run did not end within ${longestWaitSeconds} s`)
        const isGood = input.detach || (run.hasFailures === false && !run.hasErrors)
        return await reply.code(isGood ? 200 : 503).send(run)
      },
    })
  }
}
