import { sql } from 'kysely'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import type { Db } from '../engine/database.ts'
import { errorCode } from '../engine/failures.ts'
import { isPartitioned, otherPartition, takePartitionLock } from '../engine/postgres/partitions.ts'
import type { Store } from '../engine/store.ts'
import { type MonthlyTable, monthlyTables, monthOf } from './monthly-partitions.ts'

/**
 * The old table takes no rows from the end of its span on, also while it is looked through: so long before that it is split or
 * left alone.
 */
const leastAheadMs = 7 * dayMs
/** Looking at each row of a large table. Whoever reads or writes it is not kept waiting. */
const validationMs = 6 * hourMs

export type Splitting =
  | 'was-split'
  | 'is-split'
  /** Another server is about it. */
  | 'busy'
  /** Rows of a time that is far ahead are in the table: by a clock that was wrong. */
  | 'has-rows-ahead'

/**
 * Gives a table from before there were partitions of months such partitions: it becomes the first of them, with all rows that it
 * has. Where it ends is promised by a constraint, which the database checks while everybody goes on; after that the change itself
 * reads no row. Done in steps of their own, so that the locks that keep others waiting are held for milliseconds: what was
 * interrupted is found and continued, or begun anew. PostgreSQL only.
 */
export async function splitByMonth(
  store: Pick<Store, 'read' | 'write' | 'openConnections'>,
  table: MonthlyTable,
  { now, signal }: { now: number; signal?: AbortSignal | undefined },
): Promise<Splitting> {
  if (await isPartitioned(store.read, table)) return 'was-split'
  const until = await store.write((db) => promiseEnd(db, table, now))
  if (until === null) return 'busy'
  try {
    await validate(store, table, signal)
  } catch (error) {
    const isBroken = errorCode(error) === checkViolation
    if (isBroken) await store.write((db) => dropPromise(db, table))
    if (isBroken) return 'has-rows-ahead'
    throw error
  }
  return (await store.write((db) => split(db, table, until))) ? 'is-split' : 'busy'
}

/**
 * Takes back the promise of a program that was interrupted, where its end is near: nothing could be written from then on. Call it
 * before anything is written.
 */
export async function takeBackNearEnd(db: Db, table: MonthlyTable, now: number): Promise<void> {
  const promise = await readPromise(db, table)
  if (promise === null || promise.until - (await latestNow(db, now)) >= leastAheadMs) return
  await dropPromise(db, table)
}

const checkViolation = '23514'

const promiseOf = (table: MonthlyTable) => `${table}_before_months`

/** The end of the span; null when another server is about it. */
async function promiseEnd(db: Db, table: MonthlyTable, now: number): Promise<number | null> {
  if (!(await takePartitionLock(db)) || (await isPartitioned(db, table))) return null
  await takeBackNearEnd(db, table, now)
  const promise = await readPromise(db, table)
  if (promise !== null) return promise.until
  const { to } = monthOf((await latestNow(db, now)) + leastAheadMs)
  await sql`
    alter table ${sql.table(table)} add constraint ${sql.ref(promiseOf(table))}
    check (${sql.ref(monthlyTables[table].time)} < ${sql.lit(to)}) not valid`.execute(db)
  return to
}

/** Times of rows are those of servers, whose clocks may be wrong. */
async function latestNow(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return Math.max(now, Number(rows[0]?.now ?? 0))
}

async function readPromise(db: Db, table: MonthlyTable): Promise<{ until: number } | null> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = to_regclass(${table}) and conname = ${promiseOf(table)}`.execute(db)
  const [, until] = /< '?(\d+)/.exec(rows[0]?.text ?? '') ?? []
  return until === undefined ? null : { until: Number(until) }
}

async function dropPromise(db: Db, table: MonthlyTable, keptBy: string = table): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`
    alter table ${sql.table(keptBy)} drop constraint if exists ${sql.ref(promiseOf(table))}`.execute(db)
}

/** Reads every row, with a lock that keeps nobody waiting who reads or writes them. Ends early when the server is to stop. */
async function validate(
  store: Pick<Store, 'read' | 'openConnections'>,
  table: MonthlyTable,
  signal?: AbortSignal,
): Promise<void> {
  const connections = store.openConnections({
    name: 'sonde',
    most: 1,
    statementTimeoutMs: validationMs,
    idleInTransactionTimeoutMs: dayMs,
  })
  try {
    await connections.connection().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      const pid = rows[0]?.pid ?? 0
      // Where that fails, too, the database is away, and with it what it was reading.
      const cancel = () =>
        void sql`select pg_cancel_backend(${pid})`.execute(store.read).catch(() => undefined)
      signal?.throwIfAborted()
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        await sql`
          alter table ${sql.table(table)} validate constraint ${sql.ref(promiseOf(table))}`.execute(db)
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    })
  } finally {
    await connections.destroy()
  }
}

async function split(db: Db, table: MonthlyTable, until: number): Promise<boolean> {
  if (!(await takePartitionLock(db))) return false
  // Another server may have been at it, too, while the rows were read.
  if (await isPartitioned(db, table)) return true
  const { time, storage } = monthlyTables[table]
  const nameBefore = `${table}_before`
  const [all, before] = [sql.table(table), sql.table(nameBefore)]
  await sql`lock table ${all} in access exclusive mode`.execute(db)
  await sql`alter table ${all} rename to ${before}`.execute(db)
  // So that the new table can have indexes of their names.
  const { rows: indexes } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass(${nameBefore})`.execute(db)
  for (const { name } of indexes)
    await sql`alter index ${sql.table(name)} rename to ${sql.table(`before_${name}`)}`.execute(db)
  await sql`
    create table ${all} (like ${before} including all excluding constraints)
    partition by range (${sql.ref(time)})`.execute(db)
  await sql`
    alter table ${all} attach partition ${before} for values from (minvalue) to (${sql.lit(until)})`.execute(
    db,
  )
  await dropPromise(db, table, nameBefore)
  await sql`
    create table ${sql.table(otherPartition(table))} partition of ${all} default
    ${storage === null ? sql`` : sql`with (${sql.raw(storage)})`}`.execute(db)
  return true
}
