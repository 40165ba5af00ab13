import { hourMs } from '@sonde/ground/durations.ts'
import { countedSourceNumbers } from '@sonde/schema/runs/run-source.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { isMeasurable } from '../results/measured-values.ts'
import { latestStartMs } from '../results/results.ts'
import { endNumber, endOfNumber } from '../results/stored-verdicts.ts'

/** Checks and full hours: from inclusive, to exclusive. */
type Range = { checkNos: readonly number[]; from: number; to: number }

/** One hour of one check at one location, as far as it is computed. */
export type RecentHour = {
  checkNo: number
  hour: number
  location: string
  due: number
  covered: number
  runs: number
  failed: number
  degraded: number
  errors: number
  isComputed: boolean
}

/** All that an overview needs of the rollups of some checks: each of them lies in a page of its own. */
export async function recentHours(db: Db, { checkNos, from, to }: Range): Promise<RecentHour[]> {
  if (checkNos.length === 0 || from >= to) return []
  const { rows } = await sql<Omit<RecentHour, 'isComputed'> & { computedAt: number | null }>`
    select check_no as "checkNo", hour, location, due, covered, runs, failed, degraded, errors,
      computed_at as "computedAt"
    from hourly_rollups
    where check_no in (${sql.join(checkNos)}) and hour >= ${sql.lit(from)} and hour < ${sql.lit(to)}`.execute(
    db,
  )
  return rows.map((row) => ({
    checkNo: row.checkNo,
    hour: row.hour,
    location: row.location,
    due: row.due,
    covered: row.covered,
    runs: row.runs,
    failed: row.failed,
    degraded: row.degraded,
    errors: row.errors,
    isComputed: row.computedAt !== null,
  }))
}

export type PackedHour = { checkNo: number; hour: number; location: string; packed: Uint8Array }

export async function packedHours(db: Db, { checkNos, from, to }: Range): Promise<PackedHour[]> {
  if (checkNos.length === 0 || from >= to) return []
  const { rows } = await sql<PackedHour>`
    select check_no as "checkNo", hour, location, packed from hourly_runs
    where check_no in (${sql.join(checkNos)}) and hour >= ${sql.lit(from)} and hour < ${sql.lit(to)}`.execute(
    db,
  )
  return rows
}

/** Final results of one check that began in one hour and ended alike. */
export type HourResults = {
  checkNo: number
  hour: number
  verdict: RunEnd
  count: number
  /** Those that were measured. */
  responseTimes: readonly number[]
}

export async function resultsByHour(db: Db, { checkNos, from, to }: Range): Promise<HourResults[]> {
  if (checkNos.length === 0 || from >= to) return []
  const collect = isSqlite(db) ? sql.raw('json_group_array') : sql.raw('json_agg')
  const { rows } = await sql<
    Record<'check_no' | 'hour_number' | 'verdict' | 'found', number> & { times: unknown }
  >`
    select check_no, started_at / ${sql.lit(hourMs)} as hour_number, verdict, count(*) as found,
      ${collect}(response_time) filter (where response_time is not null) as times
    from results
    where check_no in (${sql.join(checkNos)})
      and scheduled_at >= ${sql.lit(from - latestStartMs)} and scheduled_at < ${sql.lit(to)}
      and started_at >= ${sql.lit(from)} and started_at < ${sql.lit(to)}
      and ${isShownResult()}
    group by 1, 2, 3`.execute(db)
  return rows.map((row) => ({
    checkNo: Number(row.check_no),
    hour: Number(row.hour_number) * hourMs,
    verdict: endOfNumber(Number(row.verdict)),
    count: Number(row.found),
    responseTimes: readTimes(row.times),
  }))
}

/** SQLite gives the array as text, PostgreSQL's driver has read it already, and gives null for none. */
function readTimes(times: unknown): number[] {
  const values: unknown = typeof times === 'string' ? JSON.parse(times) : times
  return Array.isArray(values)
    ? values.filter((value) => typeof value === 'number' && isMeasurable(value))
    : []
}

/** Final results that count, and those that would if their run had not gone wrong on our side. */
export function isShownResult(): RawBuilder<unknown> {
  return sql`is_final = true
    and source in (${sql.join(countedSourceNumbers.map((number) => sql.lit(number)))})
    and verdict != ${sql.lit(endNumber('cancelled'))}`
}
