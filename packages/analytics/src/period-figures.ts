import { minuteMs } from '@sonde/ground/durations.ts'
import type { MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { readHeartbeatFigures } from './heartbeat-figures.ts'
import { type AnalyticsDeps, readFigures } from './read-figures.ts'
import type { RunFigures } from './run-figures.ts'
import { availabilityOf, createStatistics } from './statistics.ts'
import { isPingedType, isRunType } from '@sonde/schema/check-types/check-kinds.ts'

/** Null each when nothing counted, or the check does not measure it. */
export type PeriodFigures = {
  availability: number | null
  /** Of the response time; of an ICMP monitor, of its latency. */
  p95: number | null
  p99: number | null
  packetLossP95: number | null
}

/** What a check did in a period that ends now, and in the equal one before. */
export type PeriodPair = { current: PeriodFigures; previous: PeriodFigures }

const metrics: ReadonlySet<MetricName> = new Set(['responseTime', 'packetLoss'])

const nothing: PeriodFigures = { availability: null, p95: null, p99: null, packetLossP95: null }

/** Of many checks, with as many queries as for one and those for heartbeats. */
export async function readPeriodFigures(
  deps: AnalyticsDeps,
  { checks, lengthMs }: { checks: readonly NumberedCheck[]; lengthMs: number },
): Promise<Map<string, PeriodPair>> {
  // Up to a full minute, so that the runs of an hour need not be told apart any finer.
  const to = Math.ceil(deps.clock.now() / minuteMs) * minuteMs
  const [originAt, middle] = [to - 2 * lengthMs, to - lengthMs]
  const run = checks.filter(({ checkType }) => isRunType(checkType))
  const heartbeats = checks.filter(({ checkType }) => isPingedType(checkType))
  const groups = await readFigures(deps, {
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
    await readHeartbeatFigures(deps, { checkIds, window: { from: originAt, to: middle }, states: null }),
    await readHeartbeatFigures(deps, { checkIds, window: { from: middle, to }, states: null }),
  ]
  const ofHeartbeat = (availability: number | null | undefined) => ({
    ...nothing,
    availability: availability ?? null,
  })
  return new Map([
    ...run.map(({ checkId, checkNo }): [string, PeriodPair] => {
      const ofCheck = byNumber.get(checkNo) ?? []
      const at = (bucket: number) => ofCheck.find((group) => group.bucket === bucket)
      return [checkId, { previous: toFigures(at(0)), current: toFigures(at(1)) }]
    }),
    ...checkIds.map((checkId): [string, PeriodPair] => [
      checkId,
      {
        previous: ofHeartbeat(before.get(checkId)?.availability),
        current: ofHeartbeat(after.get(checkId)?.availability),
      },
    ]),
  ])
}

function toFigures(group: RunFigures | undefined): PeriodFigures {
  if (group === undefined) return nothing
  const times = createStatistics(group.metrics.get('responseTime'))
  const losses = createStatistics(group.metrics.get('packetLoss'))
  return {
    availability: availabilityOf(group),
    p95: times.get('p95'),
    p99: times.get('p99'),
    packetLossP95: losses.get('p95'),
  }
}
