import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../../engine/engine-of.ts'
import { columnTypes } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)
  const real = isSqlite(db) ? 'real' : 'double precision'

  // Nobody has noted since when a status holds, or the target in the form that is searched: the one is unknown
  // until it changes, the other is filled in by the server that runs the checks.
  await db.schema.alterTable('checks').addColumn('status_since', bigint).execute()
  await db.schema.alterTable('checks').addColumn('target_folded', 'text').execute()
  // SQLite answers on the serving thread, so there the index holds all that the overview is filtered, counted and
  // sorted by. PostgreSQL does not need that, and limits the size of an entry.
  if (isSqlite(db)) {
    await db.schema
      .createIndex('checks_account_overview')
      .on('checks')
      .columns([
        'account_id',
        'activated',
        'status',
        'muted',
        'group_id',
        'name_folded',
        'id',
        'check_type',
        'created_at',
        'target_folded',
      ])
      .execute()
  }

  // By these, the checks of an account are sorted. What is shown is computed when it is asked for.
  const figures = db.schema
    .createTable('check_day_figures')
    .addColumn('check_id', uuid, (column) =>
      column.primaryKey().notNull().references('checks.id').onDelete('cascade'),
    )
    .addColumn('availability', real)
    .addColumn('p95', real)
  await (isSqlite(db) ? figures.modifyEnd(sql`strict, without rowid`) : figures).execute()
}
