import { callGroupTrigger, findCalledGroupTrigger } from '@sonde/actions/triggers/call-group-trigger.ts'
import { RequestTimeoutError, longestWaitSeconds } from '@sonde/schema/runs/check-session.ts'
import {
  CallGroupTriggerParams,
  CallTriggerQuery,
  TriggeredGroup,
  type TriggeredCheck,
} from '@sonde/schema/checks/check-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { publicAccess } from '../http/access.ts'
import type { Windows } from '../http/windows.ts'
import { createTriggerCalls } from './trigger-calls.ts'
import { stillRunning } from '../check-sessions/await-check-session.ts'

export function callGroupTriggerRoute(app: App, deps: ApiDeps & { windows: Windows }): void {
  const calls = createTriggerCalls('group', deps)
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/check-groups/:groupId/trigger/:token',
      schema: {
        summary: 'Run the checks of a group once and return the results',
        description:
          'Needs no key: the token in the path is the secret. Runs the activated checks of the group by `groupOrder`, ' +
          'those without one last, at most `concurrency` of them at a time. ' +
          `Waits up to ${longestWaitSeconds} s for all of them; after that, or with \`detach\`, they continue in the background. ` +
          'Returns 503 if a check failed or ended without a verdict. Never alerts.',
        tags: ['Triggers'],
        params: CallGroupTriggerParams,
        querystring: CallTriggerQuery,
        response: publicAnswers(
          { 200: TriggeredGroup, 408: RequestTimeoutError, 503: TriggeredGroup },
          404,
          409,
        ),
      },
      config: { access: publicAccess },
      handler: async (request, reply) => {
        const { groupId, token } = request.params
        const trigger = await findCalledGroupTrigger(deps, { groupId: Number(groupId), token })
        await calls.count(trigger.id, reply)
        const { query: input } = request
        const outcomes = await callGroupTrigger(deps, { trigger, input, signal: closing.signal })
        if (outcomes === null) throw stillRunning(`Not every check ended within ${longestWaitSeconds} s`)
        return await reply.code(input.detach || outcomes.every(isGood) ? 200 : 503).send(outcomes)
      },
    })
  }
}

function isGood({ hasFailures, hasErrors }: TriggeredCheck): boolean {
  return hasFailures === false && !hasErrors
}
