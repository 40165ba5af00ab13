import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { postgresLocks } from './postgres-locks.ts'

/** From inclusive, to exclusive. */
export type Span = { from: number; to: number }

/** False when another server is about it. Nobody who reads or writes the tables is kept waiting for long. */
export async function takePartitionLock(db: Db): Promise<boolean> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(postgresLocks.partitions)}) as taken`.execute(db)
  return rows[0]?.taken === true
}

/** Of a table that may not be there. */
export async function isPartitioned(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_class where oid = to_regclass(${table}) and relkind = 'p'`.execute(db)
  return rows.length > 0
}

/** The partitions of a table, oldest first, without the one for all that belongs to none of them. */
export async function partitionsOf(db: Db, table: string): Promise<{ name: string; span: Span }[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = to_regclass(${table})`.execute(db)
  return rows
    .flatMap(({ name, bound }) => {
      const span = spanOf(bound)
      return span === null ? [] : [{ name, span }]
    })
    .toSorted((one, other) => one.span.from - other.span.from)
}

function spanOf(bound: string): Span | null {
  const [, from, to] = /^FOR VALUES FROM \('?(MINVALUE|-?\d+)'?\) TO \('?(-?\d+)'?\)$/.exec(bound) ?? []
  if (from === undefined || to === undefined) return null
  return { from: from === 'MINVALUE' ? -Infinity : Number(from), to: Number(to) }
}

/** Holds what belongs to no partition. */
export function otherPartition(table: string): string {
  return `${table}_other`
}

/** Makes a partition, unless rows of its span already lie among the others: then they stay there. Holding the lock. */
export async function addPartition(
  db: Db,
  {
    table,
    time,
    name,
    span,
    storage = null,
  }: { table: string; time: string; name: string; span: Span; storage?: string | null },
): Promise<void> {
  const [from, to] = [sql.lit(span.from), sql.lit(span.to)]
  const at = sql.ref(time)
  const misplaced = await sql`
    select 1 from ${sql.table(otherPartition(table))} where ${at} >= ${from} and ${at} < ${to} limit 1`.execute(
    db,
  )
  if (misplaced.rows.length > 0) return
  // Made apart and then attached: that does not keep those waiting who write other times.
  await sql`
    create table if not exists ${sql.table(name)} (like ${sql.table(table)} including all)
    ${storage === null ? sql`` : sql`with (${sql.raw(storage)})`}`.execute(db)
  await sql`
    alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${from}) to (${to})`.execute(db)
}

/** Drops the oldest partition whose rows are all from before this moment. True when there may be more to drop. */
export async function dropOldestPartition(db: Db, table: string, before: number): Promise<boolean> {
  if (!(await takePartitionLock(db))) return false
  const [oldest] = await partitionsOf(db, table)
  if (oldest === undefined || oldest.span.to > before) return false
  await sql`drop table ${sql.table(oldest.name)}`.execute(db)
  return true
}

/** More are not worth the counting. */
const mostMisplaced = 100_000

/** Rows from this moment on that lie in no partition of their own. */
export async function countMisplaced(
  db: Db,
  { table, time, from }: { table: string; time: string; from: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table(otherPartition(table))}
      where ${sql.ref(time)} >= ${from} limit ${sql.lit(mostMisplaced)}) as misplaced`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
