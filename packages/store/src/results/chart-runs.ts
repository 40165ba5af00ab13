import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { countedSourceNumbers } from '@sonde/schema/runs/run-source.ts'
import { type Verdict, verdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { readFlag } from './measured-values.ts'
import type { AttemptKey } from './result-assets.ts'
import { latestStartMs } from './results.ts'
import { endNumber, endOfNumber } from './stored-verdicts.ts'

/** As much of a run as a chart draws. */
export type ChartRun = {
  startedAt: number
  location: string
  isStandIn: boolean | null
  verdict: Verdict
  responseTime: number | null
}

const isCounted = sql`is_final = true and verdict != ${sql.lit(endNumber('cancelled'))}
  and source in (${sql.join(countedSourceNumbers.map((number) => sql.lit(number)))})`

/**
 * Every final result that counts, also those without a verdict, by when it began; null when there are more than `most`.
 * Rows lie by their slots, so that nothing is sorted before it is known how many there are.
 */
export async function listChartRuns(
  db: Db,
  { checkNo, from, to, most }: { checkNo: number; from: number; to: number; most: number },
): Promise<ChartRun[] | null> {
  if (from >= to) return []
  const { rows } = await sql<{
    started_at: number
    place: string
    is_stand_in: unknown
    verdict: number
    response_time: number | null
  }>`
    select started_at, coalesce(location, origin) as place, is_stand_in, verdict, response_time from results
    where check_no = ${sql.lit(checkNo)}
      and scheduled_at >= ${sql.lit(from - latestStartMs)} and scheduled_at < ${sql.lit(to)}
      and started_at >= ${sql.lit(from)} and started_at < ${sql.lit(to)}
      and ${isCounted}
    order by scheduled_at limit ${most + 1}`.execute(db)
  if (rows.length > most) return null
  return rows
    .map((row) => ({
      startedAt: Number(row.started_at),
      location: row.place,
      isStandIn: readFlag(row.is_stand_in),
      verdict: verdictOfEnd(endOfNumber(Number(row.verdict))),
      responseTime: row.response_time,
    }))
    .toSorted((left, right) => left.startedAt - right.startedAt)
}

/** A run that counts, by which its detail is found. */
export type KnownRun = AttemptKey & Omit<ChartRun, 'responseTime'>

/**
 * The same runs in the order of their slots, without what they measured: one page, beginning after a run. To be called
 * page by page, so that nobody waits for many thousands of them at once.
 */
export async function pageOfRuns(
  db: Db,
  { checkNo, from, to }: { checkNo: number; from: number; to: number },
  { after, limit }: { after: KnownRun | null; limit: number },
): Promise<KnownRun[]> {
  if (from >= to) return []
  const begin =
    after === null
      ? sql`scheduled_at >= ${sql.lit(from - latestStartMs)}`
      : sql`scheduled_at >= ${sql.lit(after.scheduledAt)} and (scheduled_at, origin, attempt) >
          (${sql.lit(after.scheduledAt)}, ${after.origin}, ${sql.lit(after.attempt)})`
  const { rows } = await sql<{
    scheduled_at: number
    origin: string
    attempt: number
    started_at: number
    place: string
    is_stand_in: unknown
    verdict: number
  }>`
    select scheduled_at, origin, attempt, started_at, coalesce(location, origin) as place, is_stand_in, verdict
    from results
    where check_no = ${sql.lit(checkNo)} and ${begin} and scheduled_at < ${sql.lit(to)}
      and started_at >= ${sql.lit(from)} and started_at < ${sql.lit(to)}
      and ${isCounted}
    order by scheduled_at, origin, attempt limit ${limit}`.execute(db)
  return rows.map((row) => ({
    checkNo,
    scheduledAt: Number(row.scheduled_at),
    origin: row.origin,
    attempt: Number(row.attempt),
    startedAt: Number(row.started_at),
    location: row.place,
    isStandIn: readFlag(row.is_stand_in),
    verdict: verdictOfEnd(endOfNumber(Number(row.verdict))),
  }))
}

export type Extent = { firstAt: number; lastAt: number }

/** When the oldest and the newest run began of which a result or a rollup is kept; null when there is none. */
export async function findRunExtent(db: Db, checkNo: number): Promise<Extent | null> {
  const startOf = async (order: 'asc' | 'desc') => {
    const { rows } = await sql<{ at: number }>`
      select started_at as at from results where check_no = ${sql.lit(checkNo)} and ${isCounted}
      order by scheduled_at ${sql.raw(order)} limit 1`.execute(db)
    return rows.map(({ at }) => Number(at))
  }
  const rolledUp = async (table: 'hourly_rollups' | 'daily_rollups', column: 'hour' | 'day') => {
    const { rows } = await sql<{ first: number | null; last: number | null }>`
      select min(${sql.ref(column)}) as first, max(${sql.ref(column)}) as last from ${sql.table(table)}
      where check_no = ${sql.lit(checkNo)} and runs + errors > 0`.execute(db)
    return rows.flatMap(({ first, last }) => (first === null ? [] : [Number(first), Number(last)]))
  }
  const raw = [...(await startOf('asc')), ...(await startOf('desc'))]
  const hours = await rolledUp('hourly_rollups', 'hour')
  const days = await rolledUp('daily_rollups', 'day')
  const [firstHour = Infinity] = hours
  const [firstRaw = Infinity] = raw
  // A rollup begins before its first run: where the run itself is known, it tells better.
  const firstAt = earlierThan(firstHour, firstRaw, hourMs)
  const all = [...raw, ...hours, ...days]
  if (all.length === 0) return null
  return { firstAt: earlierThan(days[0] ?? Infinity, firstAt, dayMs), lastAt: Math.max(...all) }
}

/** The beginning of a rollup, unless the run that is known lies in it. */
function earlierThan(rollupAt: number, at: number, lengthMs: number): number {
  return rollupAt + lengthMs > at && at !== Infinity ? at : Math.min(rollupAt, at)
}
