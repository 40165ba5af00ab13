import { CheckTry, CheckTryParams, CheckTryQuery } from '@sonde/schema/runs/trial-run.ts'
import { findTrialRun, trialRunLifeMs, type TrialRunRow } from '@sonde/store/runs/trial-runs.ts'
import type { ApiDeps } from '../api-deps.ts'
import { clientGone } from '../http/client-gone.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
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
      const trialRun = await knownTrialRun(key)
      if (trialRun.endedAt !== null || waitMs === 0) return trialRunAnswer(trialRun, { role, logFrom })
      await deps.runs.waitForTrialRun({ id: trialRun.id, logFrom }, waitMs, clientGone(reply))
      return trialRunAnswer(await knownTrialRun(key), { role, logFrom })
    },
  )

  async function knownTrialRun(key: { accountId: string; id: string }): Promise<TrialRunRow> {
    const trialRun = await findTrialRun(deps.store.read, key)
    // The next cleaning takes it away.
    if (trialRun === null || deps.clock.now() - trialRun.createdAt > trialRunLifeMs)
      throw notFound('trial run')
    return trialRun
  }
}
