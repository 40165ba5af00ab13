import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import {
  addPartition,
  countMisplaced,
  dropOldestPartition,
  isPartitioned,
  otherPartition,
  partitionsOf,
  type Span,
  takePartitionLock,
} from '../engine/postgres/partitions.ts'

/** Tables with partitions of a month on PostgreSQL: the time of their rows, and how these are stored. */
export const monthlyTables = {
  hourly_runs: { time: 'hour', storage: null },
  hourly_rollups: {
    time: 'hour',
    // Rows are rewritten with every run: with room in its page an update touches no index.
    storage: 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.1',
  },
  result_error_groups: { time: 'scheduled_at', storage: null },
} as const

export type MonthlyTable = keyof typeof monthlyTables

export const monthlyTableNames = Object.keys(monthlyTables) as MonthlyTable[]

/** The month of UTC. */
export function monthOf(at: number): Span {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
}

/**
 * Gives the months from this moment to that one partitions. Does nothing on SQLite, with a table that was not split yet, and while
 * another server is about it. Call it inside `write`.
 */
export async function makeMonths(
  db: Db,
  table: MonthlyTable,
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (isSqlite(db) || !(await isPartitioned(db, table)) || !(await takePartitionLock(db))) return
  const known = (await partitionsOf(db, table)).map(({ span }) => span)
  for (let at = from; at <= to; at = monthOf(at).to) {
    const span = monthOf(at)
    // The first one may end at the beginning of any month.
    if (known.some((other) => other.from < span.to && span.from < other.to)) continue
    const name = `${table}_${new Date(span.from).toISOString().slice(0, 7).replace('-', '')}`
    await addPartition(db, { table, ...monthlyTables[table], name, span })
  }
}

/** Drops the oldest month whose rows are all from before this moment. True when there may be more to drop. */
export async function dropMonthBefore(db: Db, table: MonthlyTable, before: number): Promise<boolean> {
  if (isSqlite(db) || !(await isPartitioned(db, table))) return false
  return await dropOldestPartition(db, table, before)
}

/** Rows from this moment on that lie in no partition of their own. PostgreSQL only. */
export async function countMisplacedRows(db: Db, table: MonthlyTable, from = 0): Promise<number> {
  if (!(await isPartitioned(db, table))) return 0
  return await countMisplaced(db, { table, time: monthlyTables[table].time, from })
}

/** Where rows of all times lie, which no partition takes along when it is dropped: they are deleted one by one. */
export async function unsortedParts(db: Db, table: MonthlyTable): Promise<string[]> {
  if (isSqlite(db) || !(await isPartitioned(db, table))) return [table]
  const [first] = await partitionsOf(db, table)
  return [...(first?.span.from === -Infinity ? [first.name] : []), otherPartition(table)]
}
