import {
  AnalyticsMetricsQuery,
  AnalyticsMetricsResponse,
  analyticsMetricsOf,
  describeMetric,
} from '@sonde/schema/analytics.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { analyticsLimit } from './analytics-limit.ts'

export function listAnalyticsMetrics(app: App): void {
  app.get(
    '/v1/analytics/metrics',
    {
      schema: {
        summary: 'List the metrics of a type of check',
        tags: ['Analytics'],
        querystring: AnalyticsMetricsQuery,
        response: answers({ 200: AnalyticsMetricsResponse }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: analyticsLimit },
    },
    async (request) =>
      [...analyticsMetricsOf(request.query.checkType).values()].map((metric) => ({
        name: metric.name,
        ...describeMetric(metric),
        type: metric.kind === 'retries' ? ('Int' as const) : ('Float' as const),
        aggregated: metric.kind !== 'value',
      })),
  )
}
