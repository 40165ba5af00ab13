import type { Kysely } from 'kysely'
import { columnTypes, counted, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  // One row for each write, whatever it changed, and gone after minutes: no account is named outside of the text.
  await createTable(db, 'live_changes')
    .addColumn('no', bigint, counted(db))
    .addColumn('at', bigint, (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute()

  await createTable(db, 'check_tries')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('check_type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('group_id', bigint)
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('sealed_config', 'text')
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('waiting_for', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('started_at', bigint)
    .addColumn('ended_at', bigint)
    .addColumn('reason', 'text')
    .addColumn('result', 'text')
    .execute()
  await db.schema
    .createIndex('check_tries_account')
    .on('check_tries')
    .columns(['account_id', 'created_at'])
    .execute()
  await db.schema.createIndex('check_tries_ended').on('check_tries').column('ended_at').execute()
}
