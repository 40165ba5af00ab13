import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint, integer } = columnTypes(db)

  // A service without a row follows nothing. A check that is deleted is followed no more; its service still follows.
  await createTable(db, 'service_follows')
    .addColumn('service_id', uuid, (column) =>
      column.primaryKey().notNull().references('status_page_services.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('delay_minutes', integer, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('service_follows_account').on('service_follows').column('account_id').execute()
  await createTable(db, 'service_follow_checks')
    .addColumn('service_id', uuid, (column) =>
      column.notNull().references('service_follows.service_id').onDelete('cascade'),
    )
    .addColumn('check_id', uuid, (column) => column.notNull().references('checks.id').onDelete('cascade'))
    .addColumn('position', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('service_follow_checks_key', ['service_id', 'check_id'])
    .execute()
  await db.schema
    .createIndex('service_follow_checks_check')
    .on('service_follow_checks')
    .column('check_id')
    .execute()

  // Since when a check has not passed; unknown of those that fail already, until they pass once.
  await db.schema.alterTable('checks').addColumn('trouble_since', bigint).execute()
  // Visits of public pages ask whether the status of any check has changed.
  await db.schema
    .createIndex('checks_account_status_since')
    .on('checks')
    .columns(['account_id', 'status', 'status_since'])
    .execute()
}
