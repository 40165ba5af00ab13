import {
  AnalyticsMetricsQuery,
  AnalyticsMetricsResponse,
  type AnalyticsMetric,
  analyticsMetricsOf,
  describeMetric,
  isSingleValue,
} from '@sonde/schema/analytics/analytics.ts'
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
        type: typeOf(metric),
        aggregated: !isSingleValue(metric),
      })),
  )
}

function typeOf(metric: AnalyticsMetric): 'Int' | 'Float' | 'String' {
  switch (metric.kind) {
    case 'text':
    case 'text-statistic':
      return 'String'
    case 'retries':
      return 'Int'
    case 'value':
      return metric.metric.unit === 'count' ? 'Int' : 'Float'
    case 'availability':
    case 'statistic':
      return 'Float'
    default:
      return metric satisfies never
  }
}
