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

const insertBatch = prepareBatch(`
  insert into dispatches (id, writer, slot_at, place, line, runs, written_at)
  select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[])`)

export async function insertDispatches(db: Db, dispatches: readonly Dispatch[]): Promise<void> {
  if (dispatches.length === 0) return
  await insertBatch(db, [
    dispatches.map(({ id }) => id),
    dispatches.map(({ writer }) => writer),
    dispatches.map(({ slotAt }) => slotAt),
    dispatches.map(({ place }) => place),
    dispatches.map(({ line }) => line),
    dispatches.map(({ runs }) => JSON.stringify(runs)),
    dispatches.map(({ writtenAt }) => writtenAt),
  ])
}

const deleteBatch = prepareBatch('delete from dispatches where id = any($1::uuid[])')

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
