import { type Kysely, sql } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/**
 * Files of runs: whose they are and what they are, while their bytes lie elsewhere under their hash. Those that are in
 * `result_assets` are moved by the running server, step by step.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)
  await createTable(db, 'artifacts')
    .addColumn('check_no', bigint, (column) => column.notNull())
    .addColumn('scheduled_at', bigint, (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('attempt', integer, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('number', integer)
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('bytes', bigint, (column) => column.notNull())
    .addColumn('sha256', 'text')
    .addColumn('missing', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('artifacts_key', ['check_no', 'scheduled_at', 'origin', 'attempt', 'name'])
    .execute()
  await createIndexOfStored(db, 'artifacts_content', ['sha256'])
  await createIndexOfStored(db, 'artifacts_account', ['account_id', 'created_at'])
  await createIndexOfStored(db, 'artifacts_type', ['type', 'created_at'])

  await createTable(db, 'artifact_blobs')
    .addColumn('sha256', 'text', (column) => column.primaryKey().notNull())
    .addColumn('bytes', bigint, (column) => column.notNull())
    .addColumn('remove_after', bigint)
    .addColumn('is_removing', boolean, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('artifact_blobs_unnamed')
    .on('artifact_blobs')
    .column('remove_after')
    .where(sql.ref('remove_after'), 'is not', null)
    .execute()

  await createTable(db, 'artifact_usage')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('files', bigint, (column) => column.notNull())
    .addColumn('bytes', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('artifact_usage_key', ['account_id', 'type'])
    .execute()
}

async function createIndexOfStored(
  db: Kysely<unknown>,
  name: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(name)
    .on('artifacts')
    .columns([...columns])
    .where(sql.ref('sha256'), 'is not', null)
    .execute()
}
