import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { batchAnalytics } from './batch-analytics.ts'
import { getCheckAnalytics } from './get-check-analytics.ts'
import { getHeartbeatAnalytics } from './get-heartbeat-analytics.ts'
import { listAnalyticsMetrics } from './list-analytics-metrics.ts'

export function analyticsRoutes(app: App, deps: ApiDeps): void {
  getCheckAnalytics(app, deps)
  getHeartbeatAnalytics(app, deps)
  listAnalyticsMetrics(app)
  batchAnalytics(app, deps)
}
