import type { Kysely } from 'kysely'
import { isSqlite } from '../../engine/engine-of.ts'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)
  const bytes = isSqlite(db) ? 'blob' : 'bytea'

  await createTable(db, 'variables')
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value_sealed', 'text', (column) => column.notNull())
    .addColumn('locked', boolean, (column) => column.notNull())
    .addColumn('secret', boolean, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addPrimaryKeyConstraint('variables_key', ['account_id', 'key'])
    .execute()

  await createTable(db, 'client_certificates')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('cert', 'text', (column) => column.notNull())
    .addColumn('ca', 'text')
    .addColumn('key_sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('client_certificates_account')
    .on('client_certificates')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  await createTable(db, 'heartbeats')
    .addColumn('check_id', uuid, (column) =>
      column.primaryKey().notNull().references('checks.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('ping_token', uuid, (column) => column.notNull().unique())
    .addColumn('last_ping_at', bigint)
    .addColumn('expected_at', bigint)
    .addColumn('deadline_at', bigint)
    .execute()
  await db.schema.createIndex('heartbeats_deadline').on('heartbeats').column('deadline_at').execute()

  await createTable(db, 'heartbeat_events')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('check_id', uuid, (column) => column.notNull().references('checks.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', bigint, (column) => column.notNull())
    .addColumn('source', 'text')
    .addColumn('user_agent', 'text')
    .execute()
  await db.schema
    .createIndex('heartbeat_events_check')
    .on('heartbeat_events')
    .columns(['check_id', 'at desc', 'id desc'])
    .execute()
  await db.schema.createIndex('heartbeat_events_age').on('heartbeat_events').column('at').execute()

  await createTable(db, 'result_assets')
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('scheduled_at', bigint, (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('attempt', integer, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('content', bytes, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('result_assets_key', ['check_no', 'scheduled_at', 'origin', 'attempt', 'name'])
    .execute()
  await db.schema.createIndex('result_assets_age').on('result_assets').column('scheduled_at').execute()

  await db.schema.alterTable('check_states').addColumn('ssl_not_after_at', bigint).execute()

  // By the order of reading, as the rollups whose hours these are.
  await createTable(db, 'hourly_runs')
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('hour', bigint, (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('packed', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('hourly_runs_pkey', ['check_no', 'hour', 'location'])
    .execute()
}
