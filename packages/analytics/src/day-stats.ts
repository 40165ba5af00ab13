import { hourMs } from '@sonde/ground/durations.ts'
import type { MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { readHeartbeatStats } from './heartbeat-stats.ts'
import { type AnalyticsDeps, readRunStats } from './read-run-stats.ts'
import { availabilityOf, createAggregates } from './aggregate-metric.ts'
import type { TimeWindow } from './time-window.ts'
import { isPingedType, isRunType } from '@sonde/schema/check-types/check-kinds.ts'

const hoursInDay = 24
const responseTime: ReadonlySet<MetricName> = new Set(['responseTime'])

/** The running hour and the 23 before it. */
export function lastDayOf(now: number): TimeWindow {
  return { from: now - (now % hourMs) - (hoursInDay - 1) * hourMs, to: now }
}

/** What sorts a check among others. Null: nothing counted, or nothing was measured. */
export type DayStats = {
  availability: number | null
  p50: number | null
  p95: number | null
  /** Whether percentiles come from a sketch. */
  isApproximate: boolean
}

const nothing: DayStats = { availability: null, p50: null, p95: null, isApproximate: false }

/** Of many checks, with as many queries as for one and one for heartbeats; by their ids. */
export async function readDayStats(
  deps: AnalyticsDeps,
  { checks, now }: { checks: readonly NumberedCheck[]; now: number },
): Promise<Map<string, DayStats>> {
  const window = lastDayOf(now)
  const { run, heartbeats } = byNature(checks)
  const groups = await readRunStats(deps, {
    checks: run,
    window,
    status: null,
    grouping: { by: null, buckets: null },
    metrics: responseTime,
    percentiles: responseTime,
  })
  const byNumber = new Map(groups.map((group) => [group.checkNo, group]))
  const checkIds = heartbeats.map(({ checkId }) => checkId)
  const ofHeartbeats = await readHeartbeatStats(deps, { checkIds, window, states: null })
  return new Map([
    ...run.map(({ checkId, checkNo }): [string, DayStats] => {
      const group = byNumber.get(checkNo)
      if (group === undefined) return [checkId, nothing]
      const times = createAggregates(group.metrics.get('responseTime'))
      const stats = {
        availability: availabilityOf(group),
        p50: times.get('p50'),
        p95: times.get('p95'),
        isApproximate: times.isApproximate,
      }
      return [checkId, stats]
    }),
    ...checkIds.map((checkId): [string, DayStats] => [
      checkId,
      { ...nothing, availability: ofHeartbeats.get(checkId)?.availability ?? null },
    ]),
  ])
}

export function byNature(checks: readonly NumberedCheck[]) {
  return {
    run: checks.filter(({ checkType }) => isRunType(checkType)),
    heartbeats: checks.filter(({ checkType }) => isPingedType(checkType)),
  }
}
