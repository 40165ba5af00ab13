import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/** From which level on programs can work on the database, for each level that it was brought to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { integer } = columnTypes(db)
  await createTable(db, 'schema_levels')
    .addColumn('level', integer, (column) => column.primaryKey().notNull())
    .addColumn('oldest_program', integer, (column) => column.notNull())
    .execute()
}
