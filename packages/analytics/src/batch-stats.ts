import type { AnalyticsBatchResponseItem, AnalyticsMetric } from '@sonde/schema/analytics/analytics.ts'
import { metricsOf, responseTime } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { readBatchCoverage } from './batch-coverage.ts'
import { statsRow, measuredFor } from './check-series.ts'
import { readHeartbeatStats } from './heartbeat-stats.ts'
import { type AnalyticsDeps, readRunStats } from './read-run-stats.ts'
import type { TimeWindow } from './time-window.ts'
import { isPingedType, isRunType } from '@sonde/schema/check-types/check-kinds.ts'

/** What the answer tells of a check: the types of a batch are asked about together, so the time goes by one name. */
function metricsOfBatch(checkType: CheckType): AnalyticsMetric[] {
  return [
    { kind: 'availability', name: 'availability' },
    ...metricsOf(checkType).flatMap(({ batch, ...metric }) =>
      (batch?.aggregations ?? []).map((aggregation): AnalyticsMetric => ({
        kind: 'statistic',
        name: `${batch?.name}_${aggregation}`,
        aggregation,
        metric: { ...metric, batch, name: metric.isResponseTime ? responseTime : metric.name },
      })),
    ),
  ]
}

/**
 * The main stats of many checks, with as many queries as for one and those for heartbeats. Keys that do not
 * apply are missing.
 */
export async function readBatchStats(
  deps: AnalyticsDeps,
  { checks, window }: { checks: readonly NumberedCheck[]; window: TimeWindow },
): Promise<Map<string, AnalyticsBatchResponseItem>> {
  const [run, heartbeats] = [
    checks.filter(({ checkType }) => isRunType(checkType)),
    checks.filter(({ checkType }) => isPingedType(checkType)),
  ]
  const checkNos = run.map(({ checkNo }) => checkNo)
  const stats = await readRunStats(deps, {
    checks: run,
    window,
    status: null,
    grouping: { by: null, buckets: null },
    ...measuredFor(run.flatMap(({ checkType }) => metricsOfBatch(checkType))),
  })
  const coverage = await readBatchCoverage(deps, { checkNos, window })
  const byNumber = new Map(stats.map((group) => [group.checkNo, group]))
  const ofHeartbeats = await readHeartbeatStats(deps, {
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
        ...statsRow(byNumber.get(checkNo), metricsOfBatch(checkType)),
      },
    ]),
    ...heartbeats.map(({ checkId, checkType }): [string, AnalyticsBatchResponseItem] => [
      checkId,
      { checkId, checkType, availability: ofHeartbeats.get(checkId)?.availability ?? null },
    ]),
  ])
}
