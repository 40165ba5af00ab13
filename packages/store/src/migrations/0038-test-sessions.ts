import type { Kysely } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'
import { columnTypes, createTable } from './table.ts'

/** Test sessions: runs of checks as code describes them, which are trial runs with a session around them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)
  const real = isSqlite(db) ? 'real' : 'double precision'
  await createTable(db, 'test_sessions')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('suite_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('project_logical_id', 'text')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('environment', 'text')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('branch_name', 'text')
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('invoker', 'text')
    .addColumn('is_recorded', boolean, (column) => column.notNull())
    .addColumn('streams_logs', boolean, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('runs', integer, (column) => column.notNull())
    .addColumn('open_runs', integer, (column) => column.notNull())
    .addColumn('messages', bigint, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('ended_at', bigint)
    .addColumn('heard_at', bigint, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('test_sessions_newest')
    .on('test_sessions')
    .columns(['account_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('test_sessions_suite')
    .on('test_sessions')
    .columns(['suite_id', 'account_id'])
    .execute()
  await db.schema.createIndex('test_sessions_ended').on('test_sessions').column('ended_at').execute()

  await createTable(db, 'session_messages')
    .addColumn('session_id', uuid, (column) =>
      column.notNull().references('test_sessions.id').onDelete('cascade'),
    )
    .addColumn('number', bigint, (column) => column.notNull())
    .addColumn('sequence_id', uuid, (column) => column.notNull())
    .addColumn('check_run_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('is_final', boolean, (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('is_handed', boolean, (column) => column.notNull())
    .addPrimaryKeyConstraint('session_messages_key', ['session_id', 'number'])
    .execute()

  const add = (name: string, type: 'text' | typeof uuid | typeof bigint) =>
    db.schema.alterTable('check_tries').addColumn(name, type).execute()
  await add('session_id', uuid)
  await add('check_key', 'text')
  await add('check_run_id', 'text')
  await add('source_file', 'text')
  await add('retry', 'text')
  await add('due_at', bigint)
  await add('position', bigint)
  await add('earlier', 'text')
  await add('run_end', 'text')
  await db.schema.alterTable('check_tries').addColumn('response_time', real).execute()
  await db.schema
    .alterTable('check_tries')
    .addColumn('attempt', integer, (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('check_tries_session').on('check_tries').column('session_id').execute()
}
