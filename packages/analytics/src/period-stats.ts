import { minuteMs } from '@sonde/ground/durations.ts'
import type { MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { type HeartbeatEventStats, readHeartbeatStats } from './heartbeat-stats.ts'
import { type AnalyticsDeps, readRunStats } from './read-run-stats.ts'
import type { RunGroupStats } from './run-group-stats.ts'
import { availabilityOf, createAggregates } from './aggregate-metric.ts'
import { isPingedType, isRunType } from '@sonde/schema/check-types/check-kinds.ts'

/** Null each when nothing counted, or the check does not measure it. */
export type PeriodStats = {
  availability: number | null
  /** How many runs, or events of a heartbeat, that is of. */
  runs: number
  /** Of the response time; of an ICMP monitor, of its latency. */
  p95: number | null
  p99: number | null
  packetLossP95: number | null
}

/** What a check did in a period that ends now, and in the equal one before. */
export type PeriodPair = { current: PeriodStats; previous: PeriodStats }

const metrics: ReadonlySet<MetricName> = new Set(['responseTime', 'packetLoss'])

const nothing: PeriodStats = { availability: null, runs: 0, p95: null, p99: null, packetLossP95: null }

/** Of many checks, with as many queries as for one and those for heartbeats. */
export async function readPeriodStats(
  deps: AnalyticsDeps,
  { checks, lengthMs }: { checks: readonly NumberedCheck[]; lengthMs: number },
): Promise<Map<string, PeriodPair>> {
  // Up to a full minute, so that the runs of an hour need not be told apart any finer.
  const to = Math.ceil(deps.clock.now() / minuteMs) * minuteMs
  const [originAt, middle] = [to - 2 * lengthMs, to - lengthMs]
  const run = checks.filter(({ checkType }) => isRunType(checkType))
  const heartbeats = checks.filter(({ checkType }) => isPingedType(checkType))
  const groups = await readRunStats(deps, {
    checks: run,
    window: { from: originAt, to },
    status: null,
    grouping: { by: null, buckets: { originAt, widthMs: lengthMs } },
    metrics,
    percentiles: metrics,
  })
  const byNumber = Map.groupBy(groups, ({ checkNo }) => checkNo)
  const checkIds = heartbeats.map(({ checkId }) => checkId)
  const [before, after] = [
    await readHeartbeatStats(deps, { checkIds, window: { from: originAt, to: middle }, states: null }),
    await readHeartbeatStats(deps, { checkIds, window: { from: middle, to }, states: null }),
  ]
  const ofHeartbeat = (stats: HeartbeatEventStats | undefined) => ({
    ...nothing,
    availability: stats?.availability ?? null,
    runs: stats?.events ?? 0,
  })
  return new Map([
    ...run.map(({ checkId, checkNo }): [string, PeriodPair] => {
      const ofCheck = byNumber.get(checkNo) ?? []
      const at = (bucket: number) => ofCheck.find((group) => group.bucket === bucket)
      return [checkId, { previous: toPeriodStats(at(0)), current: toPeriodStats(at(1)) }]
    }),
    ...checkIds.map((checkId): [string, PeriodPair] => [
      checkId,
      {
        previous: ofHeartbeat(before.get(checkId)),
        current: ofHeartbeat(after.get(checkId)),
      },
    ]),
  ])
}

function toPeriodStats(group: RunGroupStats | undefined): PeriodStats {
  if (group === undefined) return nothing
  const times = createAggregates(group.metrics.get('responseTime'))
  const losses = createAggregates(group.metrics.get('packetLoss'))
  return {
    availability: availabilityOf(group),
    runs: group.runs,
    p95: times.get('p95'),
    p99: times.get('p99'),
    packetLossP95: losses.get('p95'),
  }
}
