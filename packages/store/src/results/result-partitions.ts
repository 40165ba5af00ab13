import { sql } from 'kysely'
import { hourMs } from '@sonde/ground/durations.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { postgresLocks } from '../engine/postgres/postgres-locks.ts'

/** For how many hours of results a partition is made. */
export type PartitionHours = 24 | 6 | 1

type Span = { from: number; to: number }

/**
 * Gives this moment a partition, so that results can later be dropped with it instead of deleted row by row: one of so many
 * hours of UTC, or a shorter one beside those that are there already. A span of which rows already lie among the others is left
 * there. Returns the moment up to which nothing more is to be made. Does nothing on SQLite. Call it inside `write`.
 */
export async function makePartition(db: Db, at: number, hours: PartitionHours = 24): Promise<number> {
  if (isSqlite(db)) return Infinity
  // Looked for only with the lock: another server may have made it a moment ago.
  if (!(await takeLock(db))) return spanAt(at, hours).to
  const known = (await partitions(db)).map(({ span }) => span)
  const own = known.find(({ from, to }) => from <= at && at < to)
  if (own !== undefined) return own.to
  const span =
    lengths
      .filter((length) => length <= hours)
      .map((length) => spanAt(at, length))
      .find(({ from, to }) => known.every((other) => other.to <= from || to <= other.from)) ?? spanAt(at, 1)
  const [from, to] = [sql.lit(span.from), sql.lit(span.to)]
  const misplaced = await sql`
    select 1 from results_other where scheduled_at >= ${from} and scheduled_at < ${to} limit 1`.execute(db)
  if (misplaced.rows.length > 0) return span.to
  const name = nameOf(span)
  // Made apart and then attached: that does not keep those waiting who write other days.
  await sql`create table if not exists ${sql.table(name)} (like results including all)`.execute(db)
  await sql`
    alter table results attach partition ${sql.table(name)} for values from (${from}) to (${to})`.execute(db)
  return span.to
}

const lengths: readonly PartitionHours[] = [24, 6, 1]

function spanAt(at: number, hours: PartitionHours): Span {
  const lengthMs = hours * hourMs
  const from = at - (at % lengthMs)
  return { from, to: from + lengthMs }
}

/** Drops the oldest partition whose results are all from before this moment. True when there may be more to drop. */
export async function dropPartitionBefore(db: Db, before: number): Promise<boolean> {
  if (isSqlite(db) || !(await takeLock(db))) return false
  const [oldest] = (await partitions(db))
    .filter(({ span }) => span.to <= before)
    .toSorted((one, other) => one.span.from - other.span.from)
  if (oldest === undefined) return false
  await sql`drop table ${sql.table(oldest.name)}`.execute(db)
  return true
}

/** More are not worth the counting. */
const mostMisplaced = 100_000

/** Results from this moment on that lie in no partition of their own, so that they are deleted row by row. PostgreSQL only. */
export async function countMisplacedResults(db: Db, from = 0): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from results_other where scheduled_at >= ${from} limit ${sql.lit(mostMisplaced)}) as misplaced`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Deletes one step of the rows that lie in no partition of their own. True when there may be more. */
export async function deleteOldFromOtherPartition(db: Db, before: number): Promise<boolean> {
  if (isSqlite(db)) return false
  const { numAffectedRows = 0n } = await sql`
    delete from results_other where ctid in (
      select ctid from results_other where scheduled_at < ${before} limit ${sql.lit(rowsPerStep)})`.execute(
    db,
  )
  return numAffectedRows >= BigInt(rowsPerStep)
}

const rowsPerStep = 5_000

/** False when another server is about it. Nobody who reads or writes results is kept waiting for long. */
async function takeLock(db: Db): Promise<boolean> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(postgresLocks.partitions)}) as taken`.execute(db)
  return rows[0]?.taken === true
}

async function partitions(db: Db): Promise<{ name: string; span: Span }[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name
    from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'results'::regclass`.execute(db)
  return rows.flatMap(({ name }) => {
    const span = spanOf(name)
    return span === null ? [] : [{ name, span }]
  })
}

/** `results_20310101` is a day, `results_20310101_06_1` the hour from six on. */
function nameOf({ from, to }: Span): string {
  const text = new Date(from).toISOString()
  const day = `results_${text.slice(0, 10).replaceAll('-', '')}`
  const hours = (to - from) / hourMs
  return hours === 24 ? day : `${day}_${text.slice(11, 13)}_${hours}`
}

function spanOf(name: string): Span | null {
  const [, year, month, day, hour = 0, hours = 24] =
    /^results_(\d{4})(\d{2})(\d{2})(?:_(\d{2})_([61]))?$/.exec(name) ?? []
  if (day === undefined) return null
  const from = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour))
  return { from, to: from + Number(hours) * hourMs }
}
