import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/** The servers that share a database, as they say of themselves. Times are those of the database's clock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint, integer, boolean } = columnTypes(db)
  await createTable(db, 'servers')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('schema_level', integer, (column) => column.notNull())
    .addColumn('parcel_version', integer, (column) => column.notNull())
    .addColumn('uses_nats', boolean, (column) => column.notNull())
    .addColumn('has_nats', boolean, (column) => column.notNull())
    .addColumn('clock_offset_ms', bigint)
    .addColumn('started_at', bigint, (column) => column.notNull())
    .addColumn('seen_at', bigint, (column) => column.notNull())
    .execute()
}
