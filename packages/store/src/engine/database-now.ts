import { sql } from 'kysely'
import type { Db } from './database.ts'
import { prepareQuery } from './prepared-query.ts'

/** Not `now()`: that is the beginning of the transaction, which may have waited for a lock since. */
const selectNow = prepareQuery((db, _parameters: Record<string, never>) =>
  db.selectNoFrom(sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`.as('now')),
)

/** The time by the clock of PostgreSQL, now and not when the transaction began. */
export async function databaseNow(db: Db): Promise<number> {
  const [row] = (await selectNow(db, {})).rows
  if (row === undefined) throw new Error('PostgreSQL did not tell the time')
  return row.now
}
