import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/** Installed packages of projects, for agents that keep them with the service. The bytes lie where the files of runs do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)
  await createTable(db, 'dependency_archives')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('dependency_archives_key', ['account_id', 'key'])
    .execute()
  await db.schema
    .createIndex('dependency_archives_content')
    .on('dependency_archives')
    .column('sha256')
    .execute()
  await db.schema
    .createIndex('dependency_archives_last_used')
    .on('dependency_archives')
    .column('last_used_at')
    .execute()
}
