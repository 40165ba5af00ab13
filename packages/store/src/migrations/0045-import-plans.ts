import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/** What a deploy left behind of each thing, to tell what people changed since; and plans that bring things into code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)
  await createTable(db, 'import_plans')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('project_id', uuid, (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('applied_at', bigint)
    .addColumn('committed_at', bigint)
    .execute()
  await db.schema
    .createIndex('import_plans_account')
    .on('import_plans')
    .columns(['account_id', 'created_at'])
    .execute()
  await db.schema.createIndex('import_plans_project').on('import_plans').columns(['project_id']).execute()
  await db.schema.alterTable('project_resources').addColumn('plan_id', uuid).execute()
  await db.schema.alterTable('project_resources').addColumn('content_hashes', 'text').execute()
}
