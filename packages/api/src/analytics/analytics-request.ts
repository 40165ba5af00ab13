import {
  type AnalyticsMetric,
  type QuickRange,
  analyticsMetricsOf,
  describeMetric,
  metricNames,
  readQuickRange,
} from '@sonde/schema/analytics/analytics.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { heartbeatLengths, heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { PageQuery } from '@sonde/schema/validation/page.ts'
import type { Series } from '@sonde/analytics/check-series.ts'
import { type TimeWindow, chooseWindow } from '@sonde/analytics/time-window.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { readWindow } from '../http/date-filter.ts'
import { invalid } from '../http/refusal.ts'

type WindowQuery = Parameters<typeof readWindow>[0] & { quickRange?: Parameters<typeof readQuickRange>[0] }

/** The time that is asked about, by the calendar of the place; refused when it is none. */
export function windowAsked(query: WindowQuery, now: number, timezone = 'UTC'): TimeWindow {
  const quickRange: QuickRange = readQuickRange(query.quickRange ?? 'last24Hours')
  const window = chooseWindow({ ...readWindow(query), quickRange }, now, timezone)
  if (window.from >= window.to) throw invalid('query', [{ path: 'from', message: 'must be before to' }])
  return window
}

export function metricsAsked(query: { metrics: readonly string[] }, checkType: CheckType): AnalyticsMetric[] {
  const available = analyticsMetricsOf(checkType)
  return metricNames(query.metrics).flatMap((name) => available.get(name) ?? [])
}

/** Figures, with what they are of and what each of them means. */
export function analyticsAnswer(
  check: CheckRow,
  request: { window: TimeWindow; series: Series[]; metrics: readonly AnalyticsMetric[]; query: PageQuery },
) {
  const { window, series, metrics, query } = request
  return {
    checkId: check.id,
    name: check.name,
    checkType: check.checkType,
    activated: check.activated,
    muted: check.muted,
    frequency: minutesBetween(check),
    from: new Date(window.from).toISOString(),
    to: new Date(window.to).toISOString(),
    tags: tagsOf(check.config),
    series,
    pagination: { page: query.page, limit: query.limit },
    metadata: Object.fromEntries(metrics.map((metric) => [metric.name, metadataOf(metric)])),
  }
}

function minutesBetween({ checkType, frequency, config }: CheckRow): number {
  if (frequency !== null || kindOf(checkType).pings === undefined) return frequency ?? 0
  return heartbeatLengths(heartbeatOf(config)).periodMs / minuteMs
}

function metadataOf(metric: AnalyticsMetric) {
  const described = describeMetric(metric)
  return 'aggregation' in metric ? { ...described, aggregation: metric.aggregation } : described
}
