import type { Kysely } from 'kysely'
import { columnTypes, counted, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  // Keys and users are named by value: the log outlives them.
  await createTable(db, 'audit_log')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('at', bigint, (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('entity_type', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('entity_name', 'text')
    .addColumn('actor_type', 'text', (column) => column.notNull())
    .addColumn('user_id', uuid)
    .addColumn('key_id', uuid)
    .addColumn('key_name', 'text')
    .addColumn('address', 'text')
    .addColumn('request_id', 'text')
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('audit_log_account')
    .on('audit_log')
    .columns(['account_id', 'id desc'])
    .execute()
  await db.schema
    .createIndex('audit_log_entity')
    .on('audit_log')
    .columns(['account_id', 'entity_type', 'entity_id', 'id desc'])
    .execute()
}
