import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/** Parts of large files that are on their way to any of several servers. The bytes lie where the files of runs do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bigint } = columnTypes(db)
  await createTable(db, 'upload_parts')
    .addColumn('upload', 'text', (column) => column.notNull())
    .addColumn('start', bigint, (column) => column.notNull())
    .addColumn('bytes', bigint, (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_parts_key', ['upload', 'start'])
    .execute()
  await db.schema.createIndex('upload_parts_content').on('upload_parts').column('sha256').execute()
  await db.schema.createIndex('upload_parts_age').on('upload_parts').column('created_at').execute()
}
