import { dayMs } from '@sonde/ground/durations.ts'
import { isPingedType } from '@sonde/schema/check-types/check-kinds.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { heartbeatTally } from '@sonde/store/heartbeats/heartbeat-tally.ts'
import { availabilityOf } from './aggregate-metric.ts'
import { beginningOf, dateAt } from './calendar-date.ts'
import { pingCounts } from './ping-counts.ts'
import { type AnalyticsDeps, readRunStats } from './read-run-stats.ts'
import type { TimeWindow } from './time-window.ts'

export type CheckDay = TimeWindow & {
  date: string
  runs: number
  failed: number
  availability: number | null
}

type Day = TimeWindow & { date: string }

/** The last days of a place, today being the last. A day that the place skipped is left out. */
export function lastDays(now: number, { days, timezone }: { days: number; timezone: string }): Day[] {
  const today = dateAt(now, timezone)
  return Array.from({ length: days }, (_, index) => today.subtract({ days: days - 1 - index }))
    .map((date) => ({
      date: date.toString(),
      from: beginningOf(date, timezone),
      to: beginningOf(date.add({ days: 1 }), timezone),
    }))
    .filter(({ from, to }) => from < to)
}

/** What the runs of each day said. A day without any is there, and is in no percentage. */
export async function readCheckDays(
  deps: AnalyticsDeps,
  { check, days, timezone }: { check: NumberedCheck; days: number; timezone: string },
): Promise<CheckDay[]> {
  const calendar = lastDays(deps.clock.now(), { days, timezone })
  const counts = isPingedType(check.checkType)
    ? await countPings(deps, check, calendar)
    : await countRuns(deps, check, calendar)
  return calendar.map((day, index) => {
    const { runs, failed } = counts.get(index) ?? { runs: 0, failed: 0 }
    return { ...day, runs, failed, availability: availabilityOf({ runs, failed }) }
  })
}

type DayCounts = Map<number, { runs: number; failed: number }>

function windowOf(calendar: readonly Day[]): TimeWindow & { buckets: { edges: number[] } } {
  const from = calendar[0]?.from ?? 0
  const to = calendar.at(-1)?.to ?? from + dayMs
  return { from, to, buckets: { edges: [...calendar.map((day) => day.from), to] } }
}

async function countRuns(
  deps: AnalyticsDeps,
  check: NumberedCheck,
  calendar: readonly Day[],
): Promise<DayCounts> {
  const { buckets, ...window } = windowOf(calendar)
  const groups = await readRunStats(deps, {
    checks: [check],
    window,
    status: null,
    grouping: { by: null, buckets },
    metrics: new Set(),
    percentiles: new Set(),
  })
  return new Map(groups.map(({ bucket, runs, failed }) => [bucket, { runs, failed }]))
}

async function countPings(
  { store }: AnalyticsDeps,
  { checkId }: NumberedCheck,
  calendar: readonly Day[],
): Promise<DayCounts> {
  const { from, to, buckets } = windowOf(calendar)
  const tallies = await heartbeatTally(store.read, { checkIds: [checkId], from, to, buckets })
  return new Map(
    [...Map.groupBy(tallies, ({ bucket }) => bucket)].map(([bucket, ofDay]) => [bucket, pingCounts(ofDay)]),
  )
}
