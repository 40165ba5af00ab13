import { hourMs } from '@sonde/ground/durations.ts'
import type { MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { verdictOfHeartbeat } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { noVerdicts, type VerdictCounts, verdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import { heartbeatTally } from '@sonde/store/heartbeats/heartbeat-tally.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import {
  type HourResults,
  type PackedHour,
  type RecentHour,
  packedHours,
  recentHours,
  resultsByHour,
} from '@sonde/store/rollups/recent-hours.ts'
import { coveredByHour } from '@sonde/store/rollups/rollups.ts'
import { byNature, lastDayOf, readDayStats } from './day-stats.ts'
import { tallyPacked } from './packed-runs.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'
import { availabilityOf, percentileOf } from './aggregate-metric.ts'

const hoursShown = 24
/** Hours that ended before this are computed, as a rule: the results of later ones are read in any case. */
const recentMs = 2 * hourMs
/** A hundred checks that run every minute have fewer in a day: their percentiles are exact. */
const mostExactRuns = 150_000

export type DayHour = VerdictCounts & { startsAt: number }

/** The last 24 hours of a check. Null: nothing counted, was measured, or was due. */
export type DayOverview = {
  /** Oldest first; the last one is the running hour. */
  hours: DayHour[]
  availability: number | null
  coverage: number | null
  p50: number | null
  p95: number | null
  /** The mean response time of each of the hours; null where none was measured. None at all of very many runs. */
  responseTimes: (number | null)[] | null
  isApproximate: boolean
}

type OverviewRequest = { checks: readonly NumberedCheck[]; now: number }

/**
 * Of many checks, by their ids. Says the same as `readRunStats` and `readBatchCoverage` would of these hours, but
 * reads the rollups once for all of it: they lie apart, and reading them is most of the work.
 */
export async function readDayOverview(
  deps: AnalyticsDeps,
  { checks, now }: OverviewRequest,
): Promise<Map<string, DayOverview>> {
  const { run, heartbeats } = byNature(checks)
  const [ofRuns, ofHeartbeats] = await Promise.all([
    readRuns(deps, { checks: run, now }),
    readHeartbeats(deps, { checks: heartbeats, now }),
  ])
  return new Map([...ofRuns, ...ofHeartbeats])
}

async function readRuns(
  deps: AnalyticsDeps,
  { checks, now }: OverviewRequest,
): Promise<Map<string, DayOverview>> {
  const db = deps.store.read
  const { from } = lastDayOf(now)
  const to = from + hoursShown * hourMs
  const recentAt = to - hourMs - recentMs
  const checkNos = checks.map(({ checkNo }) => checkNo)
  const rows = await recentHours(db, { checkNos, from, to })
  const isExact = rows.reduce((sum, { runs, due }) => sum + Math.max(runs, due), 0) <= mostExactRuns
  const [packed, recent, shares, sketched] = await Promise.all([
    isExact ? packedHours(db, { checkNos, from, to: recentAt }) : [],
    resultsByHour(db, { checkNos, from: recentAt, to }),
    readShares(deps, { checkNos, rows, from, to }),
    isExact ? null : readDayStats({ ...deps, mostExactRuns: 0 }, { checks, now }),
  ])
  const computedByCheck = computedHours(rows, isExact ? packed : null, recentAt)
  const gaps = await readGaps(deps, { checkNos, from, to: recentAt }, computedByCheck)
  const packedOf = Map.groupBy(packed, ({ checkNo }) => checkNo)
  const resultsOf = Map.groupBy([...gaps, ...recent], ({ checkNo }) => checkNo)
  return new Map(
    checks.map(({ checkId, checkNo, checkType }) => {
      const computed = computedByCheck.get(checkNo) ?? new Map<number, VerdictCounts>()
      const results = (resultsOf.get(checkNo) ?? []).filter(({ hour }) => !computed.has(hour))
      const hours = hoursFrom(from, (hour) => computed.get(hour) ?? countsOf(results, hour))
      const known = (packedOf.get(checkNo) ?? []).filter(({ hour }) => computed.has(hour))
      const times = isExact ? timesOf(checkType, known, results) : []
      const stats = sketched?.get(checkId) ?? { ...percentilesOf(times), isApproximate: false }
      const { p50, p95, isApproximate } = stats
      const responseTimes = isExact ? meansOf(times, from) : null
      const coverage = shares.get(checkNo) ?? null
      const availability = availabilityIn(hours)
      return [checkId, { hours, availability, coverage, p50, p95, responseTimes, isApproximate }]
    }),
  )
}

/**
 * The hours of each check that need not be read from its results: computed at all its locations, and, unless
 * `packed` is null, with all runs beside them, which hours that an earlier version computed have not.
 */
function computedHours(
  rows: readonly RecentHour[],
  packed: readonly PackedHour[] | null,
  recentAt: number,
): Map<number, Map<number, VerdictCounts>> {
  const keyOf = ({ checkNo, hour, location }: Pick<RecentHour, 'checkNo' | 'hour' | 'location'>) =>
    `${checkNo}/${hour}/${location}`
  const keys = packed === null ? null : new Set(packed.map(keyOf))
  const byCheck = Map.groupBy(
    rows.filter(({ hour }) => hour < recentAt),
    ({ checkNo }) => checkNo,
  )
  return new Map(
    [...byCheck].map(([checkNo, ofCheck]) => {
      const hours = new Map<number, VerdictCounts>()
      const open = new Set<number>()
      for (const row of ofCheck) {
        const isWhole = row.runs === 0 || keys === null || keys.has(keyOf(row))
        if (!row.isComputed || !isWhole) open.add(row.hour)
        const counts = hours.get(row.hour) ?? noVerdicts()
        counts.passed += row.runs - row.failed - row.degraded
        counts.degraded += row.degraded
        counts.failed += row.failed
        counts.withheld += row.errors
        hours.set(row.hour, counts)
      }
      for (const hour of open) hours.delete(hour)
      return [checkNo, hours]
    }),
  )
}

/** The results of checks in hours that are not settled: mostly of checks that had none. */
async function readGaps(
  { store }: AnalyticsDeps,
  { checkNos, from, to }: { checkNos: readonly number[]; from: number; to: number },
  computed: ReadonlyMap<number, ReadonlyMap<number, unknown>>,
): Promise<HourResults[]> {
  const all = Array.from({ length: (to - from) / hourMs }, (_, index) => from + index * hourMs)
  const gaps = checkNos.flatMap((checkNo) => {
    const hours = all.filter((hour) => computed.get(checkNo)?.has(hour) !== true)
    return hours.length === 0 ? [] : [{ checkNo, first: hours[0] ?? from, last: hours.at(-1) ?? to }]
  })
  if (gaps.length === 0) return []
  return await resultsByHour(store.read, {
    checkNos: gaps.map(({ checkNo }) => checkNo),
    from: gaps.reduce((least, { first }) => Math.min(least, first), to),
    to: gaps.reduce((most, { last }) => Math.max(most, last), from) + hourMs,
  })
}

function countsOf(results: readonly HourResults[], hour: number): VerdictCounts {
  const counts = noVerdicts()
  for (const { hour: at, verdict, count } of results) {
    if (at === hour) counts[verdictOfEnd(verdict)] += count
  }
  return counts
}

const responseTime: ReadonlySet<MetricName> = new Set(['responseTime'])
const selection = {
  grouping: { by: null, buckets: null },
  status: null,
  metrics: responseTime,
  percentiles: responseTime,
}

type HourTimes = { hour: number; values: readonly number[] | Float64Array }

function timesOf(
  checkType: CheckType,
  packed: readonly PackedHour[],
  results: readonly HourResults[],
): HourTimes[] {
  return [
    ...packed.flatMap((hour) =>
      tallyPacked(hour, checkType, selection).map(({ values }) => ({
        hour: hour.hour,
        values: values.get('responseTime') ?? [],
      })),
    ),
    ...results.flatMap(({ hour, verdict, responseTimes }) =>
      verdict === 'withheld' ? [] : [{ hour, values: responseTimes }],
    ),
  ]
}

function percentilesOf(times: readonly HourTimes[]): { p50: number | null; p95: number | null } {
  const sorted = new Float64Array(times.reduce((sum, { values }) => sum + values.length, 0))
  let position = 0
  for (const { values } of times) {
    sorted.set(values, position)
    position += values.length
  }
  sorted.sort()
  return { p50: percentileOf(sorted, 50), p95: percentileOf(sorted, 95) }
}

function meansOf(times: readonly HourTimes[], from: number): (number | null)[] {
  const totals = Array.from({ length: hoursShown }, () => ({ sum: 0, count: 0 }))
  for (const { hour, values } of times) {
    const total = totals[(hour - from) / hourMs]
    if (total === undefined) continue
    for (const value of values) total.sum += value
    total.count += values.length
  }
  return totals.map(({ sum, count }) => (count === 0 ? null : sum / count))
}

function hoursFrom(from: number, countsIn: (hour: number) => VerdictCounts): DayHour[] {
  return Array.from({ length: hoursShown }, (_, index) => from + index * hourMs).map((startsAt) => ({
    startsAt,
    ...countsIn(startsAt),
  }))
}

function availabilityIn(hours: readonly DayHour[]): number | null {
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  const runs = hours.reduce((sum, hour) => sum + hour.passed + hour.degraded + hour.failed, 0)
  return availabilityOf({ runs, failed })
}

/** As `readBatchCoverage`, of rollups that were read already. */
async function readShares(
  { store }: AnalyticsDeps,
  {
    checkNos,
    rows,
    from,
    to,
  }: { checkNos: readonly number[]; rows: readonly RecentHour[]; from: number; to: number },
): Promise<Map<number, number | null>> {
  const open = new Set(rows.filter(({ isComputed }) => !isComputed).map(({ hour }) => hour))
  // A run may begin in the hour after its slot: that hour tells whether everything of the last one is computed.
  const isStale = (hour: number) => open.has(hour) || open.has(hour + hourMs)
  const stale = Array.from({ length: (to - from) / hourMs }, (_, index) => from + index * hourMs).filter(
    isStale,
  )
  const [first, last] = [stale[0], stale.at(-1)]
  const recounted =
    first === undefined || last === undefined || checkNos.length === 0
      ? []
      : await coveredByHour(store.read, { checkNos, from: first, to: last + hourMs })
  const totals = new Map(checkNos.map((checkNo) => [checkNo, { due: 0, covered: 0 }]))
  const add = (checkNo: number, due: number, covered: number) => {
    const total = totals.get(checkNo)
    if (total === undefined) return
    total.due += due
    total.covered += covered
  }
  for (const { checkNo, hour, due, covered } of rows) add(checkNo, due, isStale(hour) ? 0 : covered)
  for (const { checkNo, hour, covered } of recounted) if (isStale(hour)) add(checkNo, 0, covered)
  return new Map(
    [...totals].map(([checkNo, { due, covered }]) => [
      checkNo,
      due === 0 ? null : Math.min(1, covered / due),
    ]),
  )
}

/** Pings have passed, whenever they came; what was missed has failed. */
async function readHeartbeats(
  { store }: AnalyticsDeps,
  { checks, now }: OverviewRequest,
): Promise<Map<string, DayOverview>> {
  const { from } = lastDayOf(now)
  const tallies = await heartbeatTally(store.read, {
    checkIds: checks.map(({ checkId }) => checkId),
    from,
    to: from + hoursShown * hourMs,
    buckets: { originAt: from, widthMs: hourMs },
  })
  const byCheck = Map.groupBy(tallies, ({ checkId }) => checkId)
  return new Map(
    checks.map(({ checkId }) => {
      const counts = Array.from({ length: hoursShown }, noVerdicts)
      for (const { bucket, state, count } of byCheck.get(checkId) ?? []) {
        const hour = counts[bucket]
        if (hour !== undefined) hour[verdictOfHeartbeat(state)] += count
      }
      const hours = counts.map((hour, index) => ({ startsAt: from + index * hourMs, ...hour }))
      const stats = { coverage: null, p50: null, p95: null, responseTimes: null, isApproximate: false }
      return [checkId, { hours, availability: availabilityIn(hours), ...stats }]
    }),
  )
}
