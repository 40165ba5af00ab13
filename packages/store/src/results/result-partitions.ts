import { sql } from 'kysely'
import { hourMs } from '@sonde/ground/durations.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import {
  addPartition,
  countMisplaced,
  dropOldestPartition,
  partitionsOf,
  type Span,
  takePartitionLock,
} from '../engine/postgres/partitions.ts'

/** For how many hours of results a partition is made. */
export type PartitionHours = 24 | 6 | 1

const table = 'results'
const time = 'scheduled_at'

/**
 * Gives this moment a partition, so that results can later be dropped with it instead of deleted row by row: one of so many
 * hours of UTC, or a shorter one beside those that are there already. A span of which rows already lie among the others is left
 * there. Returns the moment up to which nothing more is to be made. Does nothing on SQLite. Call it inside `write`.
 */
export async function makePartition(db: Db, at: number, hours: PartitionHours = 24): Promise<number> {
  if (isSqlite(db)) return Infinity
  // Looked for only with the lock: another server may have made it a moment ago.
  if (!(await takePartitionLock(db))) return spanAt(at, hours).to
  const known = (await partitionsOf(db, table)).map(({ span }) => span)
  const own = known.find(({ from, to }) => from <= at && at < to)
  if (own !== undefined) return own.to
  const span =
    lengths
      .filter((length) => length <= hours)
      .map((length) => spanAt(at, length))
      .find(({ from, to }) => known.every((other) => other.to <= from || to <= other.from)) ?? spanAt(at, 1)
  await addPartition(db, { table, time, name: nameOf(span), span })
  return span.to
}

const lengths: readonly PartitionHours[] = [24, 6, 1]

function spanAt(at: number, hours: PartitionHours): Span {
  const lengthMs = hours * hourMs
  const from = at - (at % lengthMs)
  return { from, to: from + lengthMs }
}

/** `results_20310101` is a day, `results_20310101_06_1` the hour from six on. */
function nameOf({ from, to }: Span): string {
  const text = new Date(from).toISOString()
  const day = `results_${text.slice(0, 10).replaceAll('-', '')}`
  const hours = (to - from) / hourMs
  return hours === 24 ? day : `${day}_${text.slice(11, 13)}_${hours}`
}

/** Drops the oldest partition whose results are all from before this moment. True when there may be more to drop. */
export async function dropPartitionBefore(db: Db, before: number): Promise<boolean> {
  return !isSqlite(db) && (await dropOldestPartition(db, table, before))
}

/** Results from this moment on that lie in no partition of their own, so that they are deleted row by row. PostgreSQL only. */
export async function countMisplacedResults(db: Db, from = 0): Promise<number> {
  return await countMisplaced(db, { table, time, from })
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
