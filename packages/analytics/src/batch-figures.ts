import type { AnalyticsBatchResponseItem, Aggregation, AnalyticsMetric } from '@sonde/schema/analytics.ts'
import type { MetricColumn } from '@sonde/schema/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-type.ts'
import type { NumberedCheck } from '@sonde/store/numbered-checks.ts'
import { columnsOf, figuresRow } from './check-series.ts'
import { type AnalyticsDeps, readFigures } from './read-figures.ts'
import type { TimeWindow } from './time-window.ts'

type BatchMetric = {
  key: Exclude<keyof AnalyticsBatchResponseItem, 'checkId' | 'checkType' | 'availability' | 'approximate'>
  column: MetricColumn
  aggregation: Aggregation
}

const responseTime: readonly BatchMetric[] = [
  { key: 'responseTime_avg', column: 'response_time', aggregation: 'avg' },
  { key: 'responseTime_p50', column: 'response_time', aggregation: 'p50' },
  { key: 'responseTime_p95', column: 'response_time', aggregation: 'p95' },
  { key: 'responseTime_p99', column: 'response_time', aggregation: 'p99' },
]

const byType: Readonly<Partial<Record<CheckType, readonly BatchMetric[]>>> = {
  HEARTBEAT: [],
  ICMP: [
    { key: 'latency_avg', column: 'response_time', aggregation: 'avg' },
    { key: 'latency_p50', column: 'response_time', aggregation: 'p50' },
    { key: 'latency_p95', column: 'response_time', aggregation: 'p95' },
    { key: 'latency_p99', column: 'response_time', aggregation: 'p99' },
    { key: 'packetLoss_avg', column: 'metric_1', aggregation: 'avg' },
    { key: 'packetLoss_p95', column: 'metric_1', aggregation: 'p95' },
    { key: 'packetLoss_p99', column: 'metric_1', aggregation: 'p99' },
  ],
}

function metricsOfBatch(checkType: CheckType): AnalyticsMetric[] {
  return [
    { kind: 'availability', name: 'availability' },
    ...(byType[checkType] ?? responseTime).map(({ key, column, aggregation }): AnalyticsMetric => ({
      kind: 'statistic',
      name: key,
      aggregation,
      metric: { name: key, column, unit: 'milliseconds', label: key },
    })),
  ]
}

/** The main figures of many checks, with as many queries as for one. Keys that do not apply are missing. */
export async function readBatchFigures(
  deps: AnalyticsDeps,
  { checks, window }: { checks: readonly NumberedCheck[]; window: TimeWindow },
): Promise<Map<string, AnalyticsBatchResponseItem>> {
  const figures = await readFigures(deps, {
    checkNos: checks.map(({ checkNo }) => checkNo),
    window,
    status: null,
    grouping: { byLocation: false, buckets: null },
    ...columnsOf(checks.flatMap(({ checkType }) => metricsOfBatch(checkType))),
  })
  const byNumber = new Map(figures.map((group) => [group.checkNo, group]))
  return new Map(
    checks.map(({ checkId, checkNo, checkType }) => [
      checkId,
      { checkId, checkType, ...figuresRow(byNumber.get(checkNo), metricsOfBatch(checkType)) },
    ]),
  )
}
