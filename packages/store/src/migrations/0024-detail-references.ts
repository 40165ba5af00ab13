import type { Kysely } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'
import { columnTypes, counted, createTable } from './table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnTypes(db)
  // Details of results that others of the same check are told by the difference to.
  await createTable(db, 'detail_references')
    .addColumn('id', bigint, counted(db))
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('usable_until', bigint, (column) => column.notNull())
    .addColumn('content', isSqlite(db) ? 'blob' : 'bytea', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('detail_references_check').on('detail_references').column('check_no').execute()
}
