import { prepareBatch } from '../engine/batch-statement.ts'
import type { Db } from '../engine/database.ts'
import { countDueText, type DueCount, dueColumns } from '../runs/due-runs.ts'
import { deleteDispatchesText, type Dispatch, dispatchColumns, insertDispatchesText } from './dispatches.ts'
import { fenceColumns, fenceText, type HeldShard } from './shard-leases.ts'
import { progressColumns, setProgressText, type ShardProgress } from './shard-progress.ts'

/** What a slot of most checks writes. */
export type PlainSlot = {
  owner: string
  held: readonly HeldShard[]
  due: readonly DueCount[]
  progress: readonly ShardProgress[]
  dispatches: readonly Dispatch[]
  /** Rows that are not needed any more. */
  published: readonly string[]
}

/** Before anything is written, all leases are locked: what comes first in the text is not always done first. */
const isFenced = '(select count(*) from fenced) = cardinality($2::integer[])'

const write = prepareBatch<{ shard: number }>(`
  with fenced as materialized (${fenceText}),
  due as (${countDueText(4, isFenced)}),
  progress as (${setProgressText(8, isFenced)}),
  written as (${insertDispatchesText(11, isFenced)}),
  gone as (${deleteDispatchesText(18)})
  select shard from fenced`)

/**
 * The same as a transaction of its parts, in one way to PostgreSQL and back: servers write a slot every second, and most of
 * what that costs is by the statement. False: one of the shards is not this server's any more, and nothing was written for any.
 */
export async function writePlainSlot(db: Db, slot: PlainSlot): Promise<boolean> {
  const { rows } = await write(db, [
    ...fenceColumns(slot),
    ...dueColumns(slot.due),
    ...progressColumns(slot.progress),
    ...dispatchColumns(slot.dispatches),
    slot.published,
  ])
  return rows.length === slot.held.length
}
