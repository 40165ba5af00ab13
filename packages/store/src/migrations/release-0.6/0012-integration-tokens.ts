import type { Kysely } from 'kysely'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint } = columnTypes(db)

  await createTable(db, 'integration_tokens')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint)
    .execute()
  await db.schema
    .createIndex('integration_tokens_account')
    .on('integration_tokens')
    .column('account_id')
    .execute()

  // What Prometheus is told of a queue: only the server that runs the checks knows it, and any may be asked.
  await db.schema
    .alterTable('queue_samples')
    .addColumn('inflight', integer, (column) => column.notNull().defaultTo(0))
    .execute()
}
