import {
  AnalyticsParams,
  AnalyticsQuery,
  AnalyticsResponse,
  type AnalyticsMetric,
  analyticsMetricsOf,
  describeMetric,
  metricNames,
  readQuickRange,
} from '@sonde/schema/analytics.ts'
import { checkKinds } from '@sonde/schema/check-kinds.ts'
import { readSeries } from '@sonde/analytics/check-series.ts'
import { chooseWindow } from '@sonde/analytics/time-window.ts'
import { tagsOf } from '@sonde/store/check-tags.ts'
import type { ApiDeps } from '../api-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { readWindow } from '../http/date-filter.ts'
import { answers } from '../http/operation.ts'
import { offsetOf } from '../http/paging.ts'
import { invalid, notFound } from '../http/refusal.ts'
import { analyticsLimit } from './analytics-limit.ts'

export function getCheckAnalytics(app: App, deps: ApiDeps): void {
  for (const { checkType, analytics } of checkKinds) {
    const { segment, answer } = analytics
    const metricsByName = analyticsMetricsOf(checkType)
    app.get(
      `/v1/analytics/${segment}/:id`,
      {
        schema: {
          summary: `Show figures of the runs of one ${checkType} check`,
          description:
            'Single values (`latencyAvg`) give a row for each run, newest first; aggregated ones (`latencyAvg_p95`, `availability`) a row for the whole window or for each interval.',
          tags: ['Analytics'],
          params: AnalyticsParams,
          querystring: AnalyticsQuery(checkType),
          response: answers({ 200: AnalyticsResponse(answer) }),
        },
        config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: analyticsLimit },
      },
      async (request) => {
        const { query } = request
        const now = deps.clock.now()
        const window = chooseWindow(
          { ...readWindow(query), quickRange: readQuickRange(query.quickRange ?? 'last24Hours') },
          now,
        )
        if (window.from >= window.to) throw invalid('query', [{ path: 'from', message: 'must be before to' }])
        const { check, checkNo } = await knownCheck(deps.store.read, {
          accountId: accountOf(request).id,
          checkId: request.params.id,
        })
        if (check.checkType !== checkType) throw notFound(`${checkType} check`)
        const metrics = metricNames(query.metrics).flatMap((name) => metricsByName.get(name) ?? [])
        const statuses = new Set(query.filterByStatus)
        const [onlyStatus = null] = statuses
        const series = await readSeries(deps, {
          checkNo,
          window,
          metrics,
          status: statuses.size === 1 ? onlyStatus : null,
          byLocation: query.groupBy === 'runLocation',
          intervalMs: query.aggregationInterval === undefined ? null : query.aggregationInterval * 60_000,
          limit: query.limit,
          offset: offsetOf(query),
        })
        return {
          checkId: check.id,
          name: check.name,
          checkType,
          activated: check.activated,
          muted: check.muted,
          frequency: check.frequency,
          from: new Date(window.from).toISOString(),
          to: new Date(window.to).toISOString(),
          tags: tagsOf(check.config),
          series,
          pagination: { page: query.page, limit: query.limit },
          metadata: Object.fromEntries(metrics.map((metric) => [metric.name, metadataOf(metric)])),
        }
      },
    )
  }
}

function metadataOf(metric: AnalyticsMetric) {
  const described = describeMetric(metric)
  return metric.kind === 'statistic' ? { ...described, aggregation: metric.aggregation } : described
}
