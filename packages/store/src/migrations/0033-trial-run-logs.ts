import type { Kysely } from 'kysely'
import { columnTypes } from './table.ts'

/** What a trial run has printed so far, while somebody watches it: one line of JSON for each, and how many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { integer } = columnTypes(db)
  await db.schema.alterTable('check_tries').addColumn('log', 'text').execute()
  await db.schema
    .alterTable('check_tries')
    .addColumn('log_lines', integer, (column) => column.notNull().defaultTo(0))
    .execute()
}
