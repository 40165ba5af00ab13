import { readStepTimes } from '@sonde/analytics/step-times.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { StepTimes, StepTimesQuery } from '@sonde/schema/checks/step-times.ts'
import { apiVerdicts } from '@sonde/schema/runs/api-verdicts.ts'
import { windowAsked } from '../analytics/analytics-request.ts'
import type { ApiDeps } from '../api-deps.ts'
import { figuresDeps } from '../analytics/figures-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function getStepTimes(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/step-times',
    {
      schema: {
        summary: 'Show how long the steps of a check take, for a chart',
        description:
          'Tests, steps and requests of browser and multistep checks, run by run and by location. Checks of other types have none.',
        tags: ['Check status'],
        params: CheckParams,
        querystring: StepTimesQuery,
        response: answers({ 200: StepTimes }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, compresses: true },
    },
    async (request) => {
      const window = windowAsked(request.query, deps.clock.now())
      const key = { accountId: accountOf(request).id, checkId: request.params.id }
      const { check, checkNo } = await knownCheck(deps.store.read, key)
      const times = await readStepTimes(figuresDeps(deps), {
        check: { checkNo, checkType: check.checkType },
        window,
        most: request.query.limit,
      })
      return {
        checkId: check.id,
        from: new Date(window.from).toISOString(),
        to: new Date(window.to).toISOString(),
        isComplete: times !== null,
        runs: times?.runs ?? 0,
        steps: times?.steps ?? [],
        otherSteps: times?.otherSteps ?? 0,
        series: (times?.series ?? []).map(({ runs, ...place }) => ({
          ...place,
          startedAt: runs.map(({ startedAt }) => startedAt),
          verdict: runs.map(({ verdict }) => apiVerdicts[verdict]),
        })),
      }
    },
  )
}
