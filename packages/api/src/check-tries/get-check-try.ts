import { CheckTry, CheckTryParams, CheckTryQuery } from '@sonde/schema/runs/trial-run.ts'
import { findTry, tryLifeMs, type CheckTryRow } from '@sonde/store/runs/trial-runs.ts'
import type { ApiDeps } from '../api-deps.ts'
import { clientGone } from '../http/client-gone.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { tryAnswer } from './try-answer.ts'

export function getCheckTry(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-tries/:id',
    {
      schema: {
        summary: 'Show what a try of a check has found',
        description: 'Kept for one hour.',
        tags: ['Checks'],
        params: CheckTryParams,
        querystring: CheckTryQuery,
        response: answers({ 200: CheckTry }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const waitMs = request.query.maxWaitSeconds * 1000
      const found = await knownTry(key)
      if (found.endedAt !== null || waitMs === 0) return tryAnswer(found)
      await deps.runs.waitForTry(found.id, waitMs, clientGone(reply))
      return tryAnswer(await knownTry(key))
    },
  )

  async function knownTry(key: { accountId: string; id: string }): Promise<CheckTryRow> {
    const found = await findTry(deps.store.read, key)
    // The next cleaning takes it away.
    if (found === null || deps.clock.now() - found.createdAt > tryLifeMs) throw notFound('try of a check')
    return found
  }
}
