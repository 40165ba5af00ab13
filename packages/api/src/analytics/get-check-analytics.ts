import { minuteMs } from '@sonde/ground/durations.ts'
import { AnalyticsParams, AnalyticsQuery, AnalyticsResponse } from '@sonde/schema/analytics/analytics.ts'
import type { AnalyticsGroup } from '@sonde/schema/check-types/check-kind.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { metricsOf } from '@sonde/schema/check-types/check-metrics.ts'
import { type SeriesRequest, readSeries } from '@sonde/analytics/check-series.ts'
import type { ApiDeps } from '../api-deps.ts'
import { figuresDeps } from './figures-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf } from '../http/paging.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { analyticsLimit } from './analytics-limit.ts'
import { analyticsAnswer, metricsAsked, windowAsked } from './analytics-request.ts'

const groupings: Readonly<Record<AnalyticsGroup, SeriesRequest['groupBy']>> = {
  runLocation: 'location',
  statusCode: 'statusCode',
}

/** Of every type that is run; heartbeats have a route of their own. */
export function getCheckAnalytics(app: App, deps: ApiDeps): void {
  for (const { checkType, analytics, run } of checkKinds) {
    if (run === null) continue
    const { segment, answer } = analytics
    const example = metricsOf(checkType).find(({ isResponseTime }) => isResponseTime)?.name ?? 'responseTime'
    app.get(
      `/v1/analytics/${segment}/:id`,
      {
        schema: {
          summary: `Show statistics of the runs of one ${checkType} check`,
          description: `Single values (\`${example}\`) return a row for each run, newest first; aggregated ones (\`${example}_p95\`, \`availability\`) a row for the whole window or for each interval.`,
          tags: ['Analytics'],
          params: AnalyticsParams,
          querystring: AnalyticsQuery({ checkType, analytics }),
          response: answers({ 200: AnalyticsResponse(answer) }),
        },
        config: {
          access: { kind: 'account', role: 'READ_ONLY' },
          limit: analyticsLimit,
          compresses: true,
        },
      },
      async (request) => {
        const { query } = request
        const window = windowAsked(query, deps.clock.now())
        const { check, checkNo } = await knownCheck(deps.store.read, {
          accountId: accountOf(request).id,
          checkId: request.params.id,
        })
        if (check.checkType !== checkType) throw notFound(`${checkType} check`)
        const metrics = metricsAsked(query, checkType)
        const statuses = new Set(query.filterByStatus)
        const [onlyStatus = null] = statuses
        const series = await readSeries(figuresDeps(deps), {
          check: { checkNo, checkType },
          window,
          metrics,
          status: statuses.size === 1 ? onlyStatus : null,
          groupBy: query.groupBy === undefined ? null : groupings[query.groupBy],
          intervalMs: query.aggregationInterval === undefined ? null : query.aggregationInterval * minuteMs,
          limit: query.limit,
          offset: offsetOf(query),
        })
        return analyticsAnswer(check, { window, series, metrics, query })
      },
    )
  }
}
