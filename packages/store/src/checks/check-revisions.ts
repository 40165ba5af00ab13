import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { lockStatesInOrder } from './check-states.ts'

/** SQLite takes at most 32,766 values in one statement. */
const checksPerQuery = 5_000

/**
 * In every write that changes checks or the group of checks: what runs were told of them does not hold any more. The
 * states stay locked until the write ends, in the order of their numbers, as everywhere.
 */
export async function raiseCheckRevisions(db: Db, checkIds: readonly string[]): Promise<void> {
  if (checkIds.length === 0) return
  if (!isSqlite(db)) {
    await lockStatesInOrder(db, checkIds)
    await sql`
      update check_states set rev = rev + 1 where check_id = any(${[...checkIds]}::uuid[])`.execute(db)
    return
  }
  const [checkId, ...more] = checkIds
  if (checkId !== undefined && more.length === 0) {
    await raiseOne(db, { checkId })
    return
  }
  for (let from = 0; from < checkIds.length; from += checksPerQuery) {
    await db
      .updateTable('check_states')
      .set(({ eb }) => ({ rev: eb('rev', '+', 1) }))
      .where('check_id', 'in', checkIds.slice(from, from + checksPerQuery))
      .execute()
  }
}

/** Every write of a check does this. */
const raiseOne = prepareQuery((db, { checkId }: { checkId: string }) =>
  db
    .updateTable('check_states')
    .set(({ eb }) => ({ rev: eb('rev', '+', 1) }))
    .where('check_id', '=', checkId),
)
