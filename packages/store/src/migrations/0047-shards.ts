import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'
import { columnTypes, counted, createTable } from './table.ts'

/** What servers that share the schedule have to agree on. Times of leases are those of the database's clock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint, integer } = columnTypes(db)
  await createTable(db, 'shard_leases')
    .addColumn('shard', integer, (column) => column.primaryKey().notNull())
    .addColumn('epoch', bigint, (column) => column.notNull())
    .addColumn('owner', uuid)
    .addColumn('until_at', bigint, (column) => column.notNull())
    // With it a change of the epoch waits for those who hold the row for their dispatch, and a renewal does not.
    .addUniqueConstraint('shard_leases_epoch', ['shard', 'epoch'])
    .execute()
  await createTable(db, 'shard_progress')
    .addColumn('shard', integer, (column) => column.primaryKey().notNull())
    .addColumn('dispatched_until', bigint, (column) => column.notNull())
    .addColumn('clock_era', integer, (column) => column.notNull())
    .execute()
  await createTable(db, 'dispatches')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('writer', uuid, (column) => column.notNull())
    .addColumn('slot_at', bigint, (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('line', 'text', (column) => column.notNull())
    .addColumn('runs', 'text', (column) => column.notNull())
    .addColumn('written_at', bigint, (column) => column.notNull())
    .execute()
  await createTable(db, 'job_leases')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('epoch', bigint, (column) => column.notNull())
    .addColumn('owner', uuid)
    .addColumn('until_at', bigint, (column) => column.notNull())
    .execute()
  await createTable(db, 'check_change_log')
    .addColumn('no', bigint, counted(db))
    .addColumn('check_id', uuid)
    .addColumn('at', bigint, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('check_change_log_at').on('check_change_log').column('at').execute()

  await db.schema.alterTable('pending_runs').addColumn('published_at', bigint).execute()
  // A file of SQLite has one server, which asks for all of them.
  if (isSqlite(db)) return
  await sql`
    create index pending_runs_shard on pending_runs ((check_no % 64), due_at)
    where published_at is null`.execute(db)
  await sql`create index check_states_shard on check_states ((no % 64), no)`.execute(db)
}
