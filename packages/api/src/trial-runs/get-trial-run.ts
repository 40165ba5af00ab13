import { CheckTry, CheckTryParams, CheckTryQuery } from '@sonde/schema/runs/trial-run.ts'
import type { ApiDeps } from '../api-deps.ts'
import { clientGone } from '../http/client-gone.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { knownTrialRun } from './known-trial-run.ts'
import { trialRunAnswer } from './trial-run-answer.ts'

export function getTrialRun(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-tries/:id',
    {
      schema: {
        summary: 'Show the result of a trial run',
        description: 'Kept for one hour.',
        tags: ['Checks'],
        params: CheckTryParams,
        querystring: CheckTryQuery,
        response: answers({ 200: CheckTry }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { id: accountId, role } = accountOf(request)
      const key = { accountId, id: request.params.id }
      const { maxWaitSeconds, logFrom } = request.query
      const waitMs = maxWaitSeconds * 1000
      const trialRun = await knownTrialRun(deps, key)
      if (trialRun.endedAt !== null || waitMs === 0) return trialRunAnswer(trialRun, { role, logFrom })
      await deps.runs.waitForTrialRun({ id: trialRun.id, logFrom }, waitMs, clientGone(reply))
      return trialRunAnswer(await knownTrialRun(deps, key), { role, logFrom })
    },
  )
}
