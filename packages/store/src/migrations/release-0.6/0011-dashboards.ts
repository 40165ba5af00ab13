import type { Kysely } from 'kysely'
import { columnTypes, counted, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  await createTable(db, 'dashboards')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('dashboard_id', 'text', (column) => column.notNull().unique())
    .addColumn('custom_url', 'text', (column) => column.notNull().unique())
    .addColumn('custom_domain', 'text', (column) => column.unique())
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('key_id', uuid)
    .addColumn('key_hash', 'text')
    .addColumn('key_last_four', 'text')
    .addColumn('key_created_at', bigint)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('dashboards_account')
    .on('dashboards')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  await createTable(db, 'dashboard_incidents')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('dashboard_id', bigint, (column) =>
      column.notNull().references('dashboards.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('impact', 'text', (column) => column.notNull())
    .addColumn('started_at', bigint)
    .addColumn('stopped_at', bigint)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('dashboard_incidents_dashboard')
    .on('dashboard_incidents')
    .columns(['dashboard_id', 'created_at desc', 'id desc'])
    .execute()
  await db.schema
    .createIndex('dashboard_incidents_account')
    .on('dashboard_incidents')
    .column('account_id')
    .execute()

  await createTable(db, 'dashboard_incident_updates')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('incident_id', uuid, (column) =>
      column.notNull().references('dashboard_incidents.id').onDelete('cascade'),
    )
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('dashboard_incident_updates_incident')
    .on('dashboard_incident_updates')
    .columns(['incident_id', 'created_at desc', 'id desc'])
    .execute()
}
