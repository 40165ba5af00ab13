import type {
  AnalyticsBatchResponseItem,
  Aggregation,
  AnalyticsMetric,
} from '@sonde/schema/analytics/analytics.ts'
import type { MetricColumn } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { readBatchCoverage } from './batch-coverage.ts'
import { columnsOf, figuresRow } from './check-series.ts'
import { readHeartbeatFigures } from './heartbeat-figures.ts'
import { type AnalyticsDeps, readFigures } from './read-figures.ts'
import type { TimeWindow } from './time-window.ts'

type BatchMetric = {
  key: Exclude<
    keyof AnalyticsBatchResponseItem,
    'checkId' | 'checkType' | 'availability' | 'coverage' | 'approximate'
  >
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
  // The time of these is that of the last hop.
  TRACEROUTE: [...responseTime, { key: 'hopCount_avg', column: 'metric_2', aggregation: 'avg' }],
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

/**
 * The main figures of many checks, with as many queries as for one and those for heartbeats. Keys that do not
 * apply are missing.
 */
export async function readBatchFigures(
  deps: AnalyticsDeps,
  { checks, window }: { checks: readonly NumberedCheck[]; window: TimeWindow },
): Promise<Map<string, AnalyticsBatchResponseItem>> {
  const [run, heartbeats] = [
    checks.filter(({ checkType }) => checkType !== 'HEARTBEAT'),
    checks.filter(({ checkType }) => checkType === 'HEARTBEAT'),
  ]
  const checkNos = run.map(({ checkNo }) => checkNo)
  const columnsByNumber = new Map(
    run.map(({ checkNo, checkType }) => [checkNo, columnsOf(metricsOfBatch(checkType)).columns]),
  )
  const figures = await readFigures(deps, {
    checkNos,
    window,
    status: null,
    grouping: { by: null, buckets: null },
    ...columnsOf(run.flatMap(({ checkType }) => metricsOfBatch(checkType))),
    isWantedOf: (checkNo, column) => columnsByNumber.get(checkNo)?.has(column) === true,
  })
  const coverage = await readBatchCoverage(deps, { checkNos, window })
  const byNumber = new Map(figures.map((group) => [group.checkNo, group]))
  const ofHeartbeats = await readHeartbeatFigures(deps, {
    checkIds: heartbeats.map(({ checkId }) => checkId),
    window,
    states: null,
  })
  return new Map([
    ...run.map(({ checkId, checkNo, checkType }): [string, AnalyticsBatchResponseItem] => [
      checkId,
      {
        checkId,
        checkType,
        coverage: coverage.get(checkNo) ?? null,
        ...figuresRow(byNumber.get(checkNo), metricsOfBatch(checkType)),
      },
    ]),
    ...heartbeats.map(({ checkId, checkType }): [string, AnalyticsBatchResponseItem] => [
      checkId,
      { checkId, checkType, availability: ofHeartbeats.get(checkId)?.availability ?? null },
    ]),
  ])
}
