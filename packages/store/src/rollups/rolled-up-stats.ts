import { sql } from 'kysely'
import { dayMs } from '@sonde/ground/durations.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { readShare, type StandInShare, storedShare } from './stand-in-share.ts'

/** A range of time of some checks: from inclusive, to exclusive. */
type Range = { checkNos: readonly number[]; from: number; to: number }

export type RolledUp = {
  checkNo: number
  /** The beginning of the hour or day. */
  at: number
  location: string
  due: number
  runs: number
  failed: number
  retries: number
  measures: Uint8Array | null
  standIns: StandInShare | null
}

/** Hours as they were last computed. */
export async function rolledUpHours(db: Db, { checkNos, from, to }: Range): Promise<RolledUp[]> {
  if (checkNos.length === 0 || from >= to) return []
  const rows = await db
    .selectFrom('hourly_rollups')
    .select(['check_no', 'hour', 'location', 'due', 'runs', 'failed', 'retries', 'measures', 'stand_ins'])
    .where('check_no', 'in', [...checkNos])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .execute()
  return rows.map(({ check_no: checkNo, hour: at, stand_ins: standIns, ...row }) => ({
    checkNo,
    at,
    standIns: readShare(standIns),
    ...row,
  }))
}

export async function rolledUpDays(db: Db, { checkNos, from, to }: Range): Promise<RolledUp[]> {
  if (checkNos.length === 0 || from >= to) return []
  const rows = await db
    .selectFrom('daily_rollups')
    .select(['check_no', 'day', 'location', 'due', 'runs', 'failed', 'retries', 'measures', 'stand_ins'])
    .where('check_no', 'in', [...checkNos])
    .where('day', '>=', from)
    .where('day', '<', to)
    .execute()
  return rows.map(({ check_no: checkNo, day: at, stand_ins: standIns, ...row }) => ({
    checkNo,
    at,
    standIns: readShare(standIns),
    ...row,
  }))
}

/**
 * Hours of these checks that are not computed, or not since their last result. Before `recentAt` there are
 * few of them, of all checks together, and an index of just these finds them; after it, the rows of the
 * checks themselves are few.
 */
export async function hoursInFlux(
  db: Db,
  { checkNos, from, to, recentAt }: Range & { recentAt: number },
): Promise<Set<number>> {
  if (checkNos.length === 0) return new Set()
  const middle = Math.min(Math.max(recentAt, from), to)
  // The plus sign keeps SQLite from using the index that begins with the check.
  const { rows: old } = await sql<{ hour: number }>`
    select distinct hour from hourly_rollups
    where computed_at is null and hour >= ${from} and hour < ${middle}
      and +check_no in (${sql.join(checkNos)})`.execute(db)
  const { rows: recent } = await sql<{ hour: number }>`
    select distinct hour from hourly_rollups
    where check_no in (${sql.join(checkNos)}) and hour >= ${middle} and hour < ${to}
      and computed_at is null`.execute(db)
  return new Set([...old, ...recent].map(({ hour }) => hour))
}

/** Computed hours of these checks in which some runs of a location were by an agent and some by this server. */
export async function hoursOfBoth(db: Db, { checkNos, from, to }: Range): Promise<Set<number>> {
  if (checkNos.length === 0 || from >= to) return new Set()
  const rows = await db
    .selectFrom('hourly_rollups')
    .select('hour')
    .distinct()
    .where('check_no', 'in', [...checkNos])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where('stand_ins', '=', storedShare('some'))
    .execute()
  return new Set(rows.map(({ hour }) => hour))
}

/** The first day from this one on of which any of these checks has a row. */
export async function firstRolledUpDay(
  db: Db,
  { checkNos, from }: { checkNos: readonly number[]; from: number },
): Promise<number | null> {
  if (checkNos.length === 0) return null
  // Check by check: only then each engine takes the first row of the index instead of reading all of them.
  const { rows } = await sql<{ first: number | null }>`
    select min((
      select min(day) from daily_rollups where check_no = check_states.no and day >= ${from}
    )) as first from check_states where no in (${sql.join(checkNos)})`.execute(db)
  const first = rows[0]?.first ?? null
  return first === null ? null : Number(first)
}

/** Days of these checks that must be computed, or computed again. */
export async function daysInFlux(db: Db, { checkNos, from, to }: Range): Promise<Set<number>> {
  if (checkNos.length === 0) return new Set()
  const { rows } = await sql<{ day: number }>`
    select distinct day from daily_rollups
    where computed_at is null and day >= ${from} and day < ${to}
      and +check_no in (${sql.join(checkNos)})`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/** About how many runs these checks had, without counting them one by one. */
export async function estimateRuns(
  db: Db,
  { checkNos, from, to, recentAt }: Range & { recentAt: number },
): Promise<number> {
  if (checkNos.length === 0) return 0
  const firstDay = Math.min(Math.ceil(from / dayMs) * dayMs, to)
  const lastDay = Math.max(firstDay, Math.floor(Math.min(recentAt, to) / dayMs) * dayMs)
  const checks = sql`check_no in (${sql.join(checkNos)})`
  const greater = isSqlite(db) ? sql.raw('max') : sql.raw('greatest')
  const ofHour = sql`case when computed_at is null then ${greater}(due, runs) else runs end`
  const { rows } = await sql<{ runs: number | null }>`
    select sum(runs) as runs from (
      select runs from daily_rollups where ${checks} and day >= ${firstDay} and day < ${lastDay}
      union all
      select ${ofHour} from hourly_rollups where ${checks} and hour >= ${from} and hour < ${firstDay}
      union all
      select ${ofHour} from hourly_rollups where ${checks} and hour >= ${lastDay} and hour < ${to}
    ) estimated`.execute(db)
  return Number(rows[0]?.runs ?? 0)
}

/** What was due in an hour, and how much of it gave a verdict as far as that is computed. */
export type HourCoverage = {
  hour: number
  location: string
  due: number
  covered: number
  standIns: StandInShare | null
  isInFlux: boolean
}

export async function coverageByHour(
  db: Db,
  { checkNo, from, to }: { checkNo: number; from: number; to: number },
): Promise<HourCoverage[]> {
  const rows = await db
    .selectFrom('hourly_rollups')
    .select(['hour', 'location', 'due', 'covered', 'stand_ins', 'computed_at'])
    .where('check_no', '=', checkNo)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .execute()
  return rows.map(({ hour, location, due, covered, stand_ins: standIns, computed_at: computedAt }) => ({
    hour,
    location,
    due,
    covered,
    standIns: readShare(standIns),
    isInFlux: computedAt === null,
  }))
}

/** Of one check in an hour or a day, at all its locations. */
export type DueAndCovered = { checkNo: number; at: number; due: number; covered: number }

export async function coverageOfHours(db: Db, range: Range): Promise<DueAndCovered[]> {
  return await sumCoverage(db, range, { table: 'hourly_rollups', time: 'hour' })
}

export async function coverageOfDays(db: Db, range: Range): Promise<DueAndCovered[]> {
  return await sumCoverage(db, range, { table: 'daily_rollups', time: 'day' })
}

async function sumCoverage(
  db: Db,
  { checkNos, from, to }: Range,
  { table, time }: { table: string; time: string },
): Promise<DueAndCovered[]> {
  if (checkNos.length === 0 || from >= to) return []
  const at = sql.ref(time)
  const { rows } = await sql<{ check_no: number; at: number; due: number; covered: number }>`
    select check_no, ${at} as at, sum(due) as due, sum(covered) as covered
    from ${sql.table(table)}
    where check_no in (${sql.join(checkNos)}) and ${at} >= ${sql.lit(from)} and ${at} < ${sql.lit(to)}
    group by 1, 2`.execute(db)
  return rows.map((row) => ({
    checkNo: Number(row.check_no),
    at: Number(row.at),
    due: Number(row.due),
    covered: Number(row.covered),
  }))
}
