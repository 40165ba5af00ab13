import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../../engine/engine-of.ts'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)
  const real = isSqlite(db) ? 'real' : 'double precision'
  const bytes = isSqlite(db) ? 'blob' : 'bytea'

  // The number stands for the check in every row about its runs: a UUID in each would be a third of them.
  await createTable(db, 'check_states')
    .addColumn('no', bigint, (column) =>
      isSqlite(db)
        ? column.primaryKey().autoIncrement().notNull()
        : column.primaryKey().generatedByDefaultAsIdentity().notNull(),
    )
    .addColumn('check_id', uuid, (column) =>
      column.notNull().unique().references('checks.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('snapshot', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('last_origin', 'text')
    .addColumn('status', 'text')
    .addColumn('verdicts', 'text')
    .addColumn('completed_at', bigint)
    .addColumn('longest_run', real)
    .addColumn('shortest_run', real)
    .addColumn('last_run_location', 'text')
    .addColumn('last_check_run_id', bigint)
    .addColumn('first_result_at', bigint)
    .addColumn('last_result_at', bigint)
    .execute()
  await db.schema.createIndex('check_states_account').on('check_states').column('account_id').execute()
  await sql`insert into check_states (check_id, account_id) select id, account_id from checks order by created_at, id`.execute(
    db,
  )

  // What was deleted while its results remained: they are removed in small steps.
  await createTable(db, 'removed_checks')
    .addColumn('no', bigint, (column) => column.primaryKey().notNull())
    .execute()

  await createTable(db, 'check_snapshots')
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('snapshot', integer, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('check_snapshots_pkey', ['check_no', 'snapshot'])
    .execute()

  await createResults(db, { integer, bigint, boolean, real, bytes })

  await createTable(db, 'pending_runs')
    .addColumn('run_id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('due_at', bigint, (column) => column.notNull())
    .addColumn('run', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('pending_runs_check').on('pending_runs').column('check_no').execute()

  for (const [table, time] of [
    ['hourly_rollups', 'hour'],
    ['daily_rollups', 'day'],
  ] as const) {
    // The primary key is the order of reading: one check, one range of time, all its locations.
    await createTable(db, table)
      .addColumn('check_no', bigint, (column) => column.notNull())
      .addColumn(time, bigint, (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('due', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('covered', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('runs', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('failed', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('degraded', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('errors', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('retries', integer, (column) => column.notNull().defaultTo(0))
      .addColumn('measures', bytes)
      .addColumn('computed_at', bigint)
      .addPrimaryKeyConstraint(`${table}_pkey`, ['check_no', time, 'location'])
      .execute()
    await db.schema
      .createIndex(`${table}_open`)
      .on(table)
      .column(time)
      .where(sql.ref('computed_at'), 'is', null)
      .execute()
  }

  await createTable(db, 'check_sessions')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('check_id', uuid, (column) => column.notNull())
    .addColumn('check_type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('ended_at', bigint)
    .execute()
  await db.schema.createIndex('check_sessions_created').on('check_sessions').column('created_at').execute()

  await createTable(db, 'session_runs')
    .addColumn('run_id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('session_id', uuid, (column) =>
      column.notNull().references('check_sessions.id').onDelete('cascade'),
    )
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('scheduled_at', bigint, (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .execute()
  await db.schema.createIndex('session_runs_session').on('session_runs').column('session_id').execute()

  await createTable(db, 'location_events')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid)
    .addColumn('private_location_id', uuid)
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('at', bigint, (column) => column.notNull())
    .addColumn('delivered_at', bigint)
    .execute()
  await db.schema.createIndex('location_events_at').on('location_events').column('at').execute()

  // Told by servers that do not run the checks to the one that does.
  await createTable(db, 'check_changes')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('check_id', uuid)
    .execute()

  await createTable(db, 'counters')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', bigint, (column) => column.notNull())
    .execute()
}

type Types = { integer: 'integer'; bigint: 'integer' | 'bigint'; boolean: 'integer' | 'boolean' } & {
  real: 'real' | 'double precision'
  bytes: 'blob' | 'bytea'
}

/**
 * One row per attempt. Its key is the attempt's identity, so that a result that arrives twice is stored once,
 * and it is also the order in which results are read: one check, one range of time. Nothing else is indexed.
 */
async function createResults(db: Kysely<unknown>, types: Types): Promise<void> {
  const { integer, bigint, boolean, real, bytes } = types
  const table = db.schema
    .createTable('results')
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('scheduled_at', bigint, (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('attempt', integer, (column) => column.notNull())
    .addColumn('is_final', boolean, (column) => column.notNull())
    .addColumn('verdict', integer, (column) => column.notNull())
    .addColumn('over_max', boolean)
    .addColumn('source', integer, (column) => column.notNull())
    .addColumn('snapshot', integer, (column) => column.notNull())
    .addColumn('location', 'text')
    .addColumn('started_at', bigint, (column) => column.notNull())
    .addColumn('duration_ms', real, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('check_run_id', bigint, (column) => column.notNull())
    .addColumn('response_time', real)
    .addColumn('metric_1', real)
    .addColumn('metric_2', real)
    .addColumn('metric_3', real)
    .addColumn('metric_4', real)
    .addColumn('metric_5', real)
    .addColumn('metric_6', real)
    .addColumn('detail', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('results_pkey', ['check_no', 'scheduled_at', 'origin', 'attempt'])
  if (isSqlite(db)) {
    await table.modifyEnd(sql`strict, without rowid`).execute()
    return
  }
  await table.modifyEnd(sql`partition by range (scheduled_at)`).execute()
  // Days get partitions of their own as they come; what belongs to none of them is kept here.
  await sql`create table results_other partition of results default`.execute(db)
}
