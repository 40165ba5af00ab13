import { hourMs } from '@sonde/ground/durations.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { latestStartMs } from '../results/results.ts'
import { endNumber } from '../results/stored-verdicts.ts'
import { isShownResult } from './recent-hours.ts'

/** Checks and a time: from inclusive, to exclusive. */
type Range = { checkNos: readonly number[]; from: number; to: number }

/** Final results that count, of one check in an hour or a day, at all its locations. */
export type RunCounts = { checkNo: number; at: number; runs: number; failed: number; degraded: number }

type Row = Record<'checkNo' | 'at' | 'runs' | 'failed' | 'degraded', number>

/** Days as they were last computed. */
export async function runsOfDays(db: Db, { checkNos, from, to }: Range): Promise<RunCounts[]> {
  if (checkNos.length === 0 || from >= to) return []
  const { rows } = await sql<Row>`
    select check_no as "checkNo", day as at, sum(runs) as runs, sum(failed) as failed, sum(degraded) as degraded
    from daily_rollups
    where check_no in (${sql.join(checkNos)}) and day >= ${sql.lit(from)} and day < ${sql.lit(to)}
    group by check_no, day`.execute(db)
  return rows.map(toCounts)
}

/** Hours that are computed at every location, and the beginning of the first that is not, whichever check that is. */
export async function runsOfHours(
  db: Db,
  { checkNos, from, to }: Range,
): Promise<{ counts: RunCounts[]; firstOpen: number | null }> {
  if (checkNos.length === 0 || from >= to) return { counts: [], firstOpen: null }
  const { rows } = await sql<Row & { open: number }>`
    select check_no as "checkNo", hour as at, sum(runs) as runs, sum(failed) as failed,
      sum(degraded) as degraded, sum(case when computed_at is null then 1 else 0 end) as open
    from hourly_rollups
    where check_no in (${sql.join(checkNos)}) and hour >= ${sql.lit(from)} and hour < ${sql.lit(to)}
    group by check_no, hour`.execute(db)
  const open = rows.filter((row) => Number(row.open) > 0).map((row) => Number(row.at))
  return {
    counts: rows.filter((row) => Number(row.open) === 0).map(toCounts),
    firstOpen: open.length === 0 ? null : Math.min(...open),
  }
}

/** The same from the results themselves, by hour. */
export async function runsOfResults(db: Db, { checkNos, from, to }: Range): Promise<RunCounts[]> {
  if (checkNos.length === 0 || from >= to) return []
  const is = (end: 'failed' | 'degraded') =>
    sql`sum(case when verdict = ${sql.lit(endNumber(end))} then 1 else 0 end)`
  const { rows } = await sql<Row>`
    select check_no as "checkNo", started_at / ${sql.lit(hourMs)} * ${sql.lit(hourMs)} as at,
      count(*) as runs, ${is('failed')} as failed, ${is('degraded')} as degraded
    from results
    where check_no in (${sql.join(checkNos)})
      and scheduled_at >= ${sql.lit(from - latestStartMs)} and scheduled_at < ${sql.lit(to)}
      and started_at >= ${sql.lit(from)} and started_at < ${sql.lit(to)}
      and verdict != ${sql.lit(endNumber('withheld'))} and ${isShownResult()}
    group by 1, 2`.execute(db)
  return rows.map(toCounts)
}

function toCounts(row: Row): RunCounts {
  return {
    checkNo: Number(row.checkNo),
    at: Number(row.at),
    runs: Number(row.runs),
    failed: Number(row.failed),
    degraded: Number(row.degraded),
  }
}
