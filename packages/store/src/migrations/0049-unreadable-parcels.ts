import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/** Runs that waited in NATS and that no server could read: kept, so that somebody can see what was lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnTypes(db)
  await createTable(db, 'unreadable_parcels')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('at', bigint, (column) => column.notNull())
    .execute()
}
