import { sql } from 'kysely'
import { prepareBatch } from '../engine/batch-statement.ts'
import type { Db } from '../engine/database.ts'

/** A parcel of runs as it is written down before it is published. */
export type Dispatch = {
  id: string
  /** The server that wrote it. */
  writer: string
  slotAt: number
  place: string
  line: string
  runs: readonly DispatchedRun[]
  writtenAt: number
}

/** As much of a run as it takes to make it anew from what is stored. */
export type DispatchedRun = {
  checkNo: number
  origin: string
  snapshot: number
  occurrence: { origins: readonly string[]; carried: readonly string[]; isParallel: boolean } | null
}

/** With `dispatchColumns` from this parameter on; also a part of a statement that writes more. */
export function insertDispatchesText(first: number, condition = 'true'): string {
  const [id, writer, slotAt, place, line, runs, writtenAt] = [0, 1, 2, 3, 4, 5, 6].map((nth) => first + nth)
  return `
  insert into dispatches (id, writer, slot_at, place, line, runs, written_at)
  select * from unnest(
    $${id}::uuid[], $${writer}::uuid[], $${slotAt}::bigint[], $${place}::text[], $${line}::text[],
    $${runs}::text[], $${writtenAt}::bigint[])
  where ${condition}`
}

const insertBatch = prepareBatch(insertDispatchesText(1))

export async function insertDispatches(db: Db, dispatches: readonly Dispatch[]): Promise<void> {
  if (dispatches.length > 0) await insertBatch(db, dispatchColumns(dispatches))
}

export function dispatchColumns(dispatches: readonly Dispatch[]): (string[] | number[])[] {
  return [
    dispatches.map(({ id }) => id),
    dispatches.map(({ writer }) => writer),
    dispatches.map(({ slotAt }) => slotAt),
    dispatches.map(({ place }) => place),
    dispatches.map(({ line }) => line),
    dispatches.map(({ runs }) => JSON.stringify(runs)),
    dispatches.map(({ writtenAt }) => writtenAt),
  ]
}

/** With the ids as this parameter; also a part of a statement that writes more. */
export function deleteDispatchesText(nth: number): string {
  return `delete from dispatches where id = any($${nth}::uuid[])`
}

const deleteBatch = prepareBatch(deleteDispatchesText(1))

/** Published, or given up. */
export async function deleteDispatches(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteBatch(db, [ids])
}

/** Which of these were written. */
export async function writtenDispatches(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('dispatches').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Oldest first, without what these servers have written since that time: rows go when their parcels are published, so
 * that as a rule there are no others.
 */
export async function listDispatches(
  db: Db,
  { writers, since }: { writers: readonly string[]; since: number },
): Promise<Dispatch[]> {
  const rows = await db
    .selectFrom('dispatches')
    .selectAll()
    .where(sql<boolean>`not (writer = any(${writers}::uuid[]) and written_at > ${since})`)
    .orderBy('slot_at')
    .limit(10_000)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    writer: row.writer,
    slotAt: row.slot_at,
    place: row.place,
    line: row.line,
    runs: runsOf(row.runs),
    writtenAt: row.written_at,
  }))
}

/** Safe because nothing but `insertDispatches` writes there. */
function runsOf(text: string): DispatchedRun[] {
  return JSON.parse(text) as DispatchedRun[]
}
