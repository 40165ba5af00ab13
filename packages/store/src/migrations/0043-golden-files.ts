import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/**
 * Golden files: their bytes lie in the artifact store under their hash. What uses one
 * refers to it; without any reference it goes after a day. Not with its account: its bytes have to be let go of first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)
  await createTable(db, 'golden_files')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', bigint, (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('used_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('golden_files_key', ['account_id', 'sha256'])
    .execute()
  await db.schema.createIndex('golden_files_content').on('golden_files').column('sha256').execute()
  await db.schema.createIndex('golden_files_used').on('golden_files').column('used_at').execute()
  await createTable(db, 'golden_file_uses')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('owner_kind', 'text', (column) => column.notNull())
    .addColumn('owner_id', uuid, (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('ended_at', bigint)
    .addPrimaryKeyConstraint('golden_file_uses_key', ['account_id', 'owner_kind', 'owner_id', 'sha256'])
    .execute()
  await db.schema
    .createIndex('golden_file_uses_content')
    .on('golden_file_uses')
    .columns(['account_id', 'sha256'])
    .execute()
  await db.schema.createIndex('golden_file_uses_ended').on('golden_file_uses').column('ended_at').execute()
}
