import type { Kysely } from 'kysely'
import { columnTypes, counted, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)

  await createTable(db, 'snippets')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('script', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addUniqueConstraint('snippets_name', ['account_id', 'name'])
    .execute()
  await db.schema
    .createIndex('snippets_account')
    .on('snippets')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  await createTable(db, 'error_groups')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('check_id', uuid, (column) => column.notNull().references('checks.id').onDelete('cascade'))
    .addColumn('error_hash', 'text', (column) => column.notNull())
    .addColumn('raw_message', 'text', (column) => column.notNull())
    .addColumn('cleaned_message', 'text', (column) => column.notNull())
    .addColumn('first_seen_at', bigint, (column) => column.notNull())
    .addColumn('last_seen_at', bigint, (column) => column.notNull())
    .addColumn('archived_until_next_event', boolean, (column) => column.notNull())
    .addColumn('archived_for_ever', boolean, (column) => column.notNull())
    .addUniqueConstraint('error_groups_hash', ['check_id', 'error_hash'])
    .execute()
  await db.schema
    .createIndex('error_groups_account')
    .on('error_groups')
    .columns(['account_id', 'last_seen_at desc', 'id desc'])
    .execute()
  await db.schema
    .createIndex('error_groups_check')
    .on('error_groups')
    .columns(['check_id', 'last_seen_at desc', 'id desc'])
    .execute()
  await db.schema.createIndex('error_groups_age').on('error_groups').column('last_seen_at').execute()

  // By the identity of an attempt, as its files. They follow a deleted check in small steps.
  await createTable(db, 'result_error_groups')
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('scheduled_at', bigint, (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('attempt', integer, (column) => column.notNull())
    .addColumn('error_group_id', uuid, (column) => column.notNull())
    .addPrimaryKeyConstraint('result_error_groups_key', [
      'check_no',
      'scheduled_at',
      'origin',
      'attempt',
      'error_group_id',
    ])
    .execute()
}
