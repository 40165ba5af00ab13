import { sql } from 'kysely'
import { dayMs } from '@sonde/ground/durations.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { postgresLocks } from '../engine/postgres/postgres-locks.ts'

const prefix = 'results_'

/**
 * Gives the UTC day of this moment a partition of its own, so that it can later be dropped instead of
 * deleted row by row. A day whose rows already lie among the others is left there. Does nothing on SQLite.
 * Call it inside `write`.
 */
export async function makePartition(db: Db, at: number): Promise<void> {
  if (isSqlite(db)) return
  const day = at - (at % dayMs)
  const name = `${prefix}${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`
  // Looked for only with the lock: another server may have made it a moment ago.
  if (!(await takeLock(db)) || (await partitionNames(db)).includes(name)) return
  const [from, to] = [sql.lit(day), sql.lit(day + dayMs)]
  const misplaced = await sql`
    select 1 from results_other where scheduled_at >= ${from} and scheduled_at < ${to} limit 1`.execute(db)
  if (misplaced.rows.length > 0) return
  // Made apart and then attached: that does not keep those waiting who write other days.
  await sql`create table if not exists ${sql.table(name)} (like results including all)`.execute(db)
  await sql`
    alter table results attach partition ${sql.table(name)} for values from (${from}) to (${to})`.execute(db)
}

/** More are not worth the counting. */
const mostMisplaced = 100_000

/** Results that lie in no partition of their day, so that they are deleted row by row. PostgreSQL only. */
export async function countMisplacedResults(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from results_other limit ${sql.lit(mostMisplaced)}) as misplaced`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Drops the partitions of days that ended before this moment. True when there may be more to drop. */
export async function dropPartitionBefore(db: Db, before: number): Promise<boolean> {
  if (isSqlite(db) || !(await takeLock(db))) return false
  const [oldest] = (await partitionNames(db))
    .filter((name) => (dayOfPartition(name) ?? before) + dayMs <= before)
    .toSorted()
  if (oldest === undefined) return false
  await sql`drop table ${sql.table(oldest)}`.execute(db)
  return true
}

/** Deletes one step of the rows that lie in no day's partition. True when there may be more. */
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

async function partitionNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name
    from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'results'::regclass`.execute(db)
  return rows.map(({ name }) => name).filter((name) => dayOfPartition(name) !== null)
}

function dayOfPartition(name: string): number | null {
  const match = /^results_(\d{4})(\d{2})(\d{2})$/.exec(name)
  return match === null ? null : Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
}
