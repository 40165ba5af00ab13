import { readChartRuns } from '@sonde/analytics/chart-runs.ts'
import { CheckRuns, CheckRunsQuery } from '@sonde/schema/checks/check-charts.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { apiVerdicts } from '@sonde/schema/runs/api-verdicts.ts'
import { windowAsked } from '../analytics/analytics-request.ts'
import type { ApiDeps } from '../api-deps.ts'
import { figuresDeps } from '../analytics/figures-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function getCheckRuns(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/runs',
    {
      schema: {
        summary: 'List every run of a check, for a chart',
        description:
          'When each run began, how long it took and what it said, by location. All runs of the window or none.',
        tags: ['Check status'],
        params: CheckParams,
        querystring: CheckRunsQuery,
        response: answers({ 200: CheckRuns }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, compresses: true },
    },
    async (request) => {
      const window = windowAsked(request.query, deps.clock.now())
      const key = { accountId: accountOf(request).id, checkId: request.params.id }
      const { check, checkNo } = await knownCheck(deps.store.read, key)
      const series = await readChartRuns(figuresDeps(deps), { checkNo, window, most: request.query.limit })
      return {
        checkId: check.id,
        from: new Date(window.from).toISOString(),
        to: new Date(window.to).toISOString(),
        isComplete: series !== null,
        series: (series ?? []).map(({ runs, ...place }) => ({
          ...place,
          startedAt: runs.map(({ startedAt }) => startedAt),
          responseTime: runs.map(({ responseTime }) => responseTime),
          verdict: runs.map(({ verdict }) => apiVerdicts[verdict]),
        })),
      }
    },
  )
}
