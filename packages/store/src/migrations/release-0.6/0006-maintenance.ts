import type { Kysely } from 'kysely'
import { columnTypes, counted, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint, boolean } = columnTypes(db)

  await createTable(db, 'maintenance_windows')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('starts_at', bigint, (column) => column.notNull())
    .addColumn('ends_at', bigint, (column) => column.notNull())
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('maintenance_windows_account')
    .on('maintenance_windows')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  await createTable(db, 'maintenances')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('window_id', bigint, (column) =>
      column.notNull().references('maintenance_windows.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('planned_at', bigint, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('starts_at', bigint, (column) => column.notNull())
    .addColumn('ends_at', bigint, (column) => column.notNull())
    .addColumn('began_at', bigint)
    .addColumn('ended_at', bigint)
    .addColumn('is_moved', boolean, (column) => column.notNull())
    .addColumn('is_deleted', boolean, (column) => column.notNull())
    .addColumn('reminded', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addUniqueConstraint('maintenances_planned', ['window_id', 'planned_at'])
    .execute()
  await db.schema
    .createIndex('maintenances_status')
    .on('maintenances')
    .columns(['status', 'starts_at'])
    .execute()

  await createTable(db, 'maintenance_updates')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('maintenance_id', uuid, (column) =>
      column.notNull().references('maintenances.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('notify_subscribers', boolean, (column) => column.notNull())
    .addColumn('previous_status', 'text')
    .addColumn('previous_starts_at', bigint)
    .addColumn('previous_ends_at', bigint)
    .addColumn('date_adjustments', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('maintenance_updates_maintenance')
    .on('maintenance_updates')
    .columns(['maintenance_id', 'created_at'])
    .execute()
}
