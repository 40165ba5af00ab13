import type { Kysely } from 'kysely'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  // Without a reference to the thing: it may be of any kind, and one that is gone is made anew by the next import.
  await createTable(db, 'imported_ids')
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('local_id', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('imported_ids_pkey', ['account_id', 'kind', 'source_id'])
    .execute()
}
