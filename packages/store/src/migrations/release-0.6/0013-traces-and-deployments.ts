import type { Kysely } from 'kysely'
import { columnTypes, counted, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)

  await createTable(db, 'trace_exports')
    .addColumn('account_id', uuid, (column) =>
      column.primaryKey().notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('enabled', boolean, (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('sealed_headers', 'text', (column) => column.notNull())
    .addColumn('last_exported_at', bigint)
    .addColumn('last_error', 'text')
    .addColumn('failures', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('skipped', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()

  // Runs that are still to be exported, named and not copied: a receiver that is away costs little room.
  await createTable(db, 'trace_outbox')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('check_id', uuid, (column) => column.notNull())
    .addColumn('scheduled_at', bigint, (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('session_id', uuid)
    .addColumn('error', 'text')
    .execute()
  await db.schema
    .createIndex('trace_outbox_account')
    .on('trace_outbox')
    .columns(['account_id', 'id'])
    .execute()

  await createTable(db, 'run_environments')
    .addColumn('session_id', uuid, (column) =>
      column.primaryKey().notNull().references('check_sessions.id').onDelete('cascade'),
    )
    .addColumn('environment', 'text', (column) => column.notNull())
    .execute()

  await createTable(db, 'deployment_triggers')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('check_id', uuid, (column) => column.unique().references('checks.id').onDelete('cascade'))
    .addColumn('group_id', bigint, (column) =>
      column.unique().references('check_groups.id').onDelete('cascade'),
    )
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('repo_id', 'text', (column) => column.notNull())
    .addColumn('repo_name', 'text', (column) => column.notNull())
    .addColumn('repo_link', 'text', (column) => column.notNull())
    .addColumn('use_environment_url', boolean, (column) => column.notNull())
    .addColumn('include_screenshots', boolean, (column) => column.notNull())
    .addColumn('run_location', 'text', (column) => column.notNull())
    .addColumn('environment_filter', 'text')
    .addColumn('environment_url_filter', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('deployment_triggers_account')
    .on('deployment_triggers')
    .columns(['account_id', 'id'])
    .execute()

  await createTable(db, 'deployment_webhooks')
    .addColumn('account_id', uuid, (column) =>
      column.primaryKey().notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .execute()

  await createTable(db, 'deployments')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('repository', 'text', (column) => column.notNull())
    .addColumn('sha', 'text', (column) => column.notNull())
    .addColumn('environment_name', 'text')
    .addColumn('environment_url', 'text')
    .addColumn('deployment_id', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addUniqueConstraint('deployments_once', ['account_id', 'repository', 'sha'])
    .execute()

  // What a webhook has already set off: a message that comes twice does so once.
  await createTable(db, 'deployment_claims')
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('claim', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('deployment_claims_pkey', ['account_id', 'claim'])
    .execute()
}
