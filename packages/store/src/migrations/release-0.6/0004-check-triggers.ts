import type { Kysely } from 'kysely'
import { isSqlite } from '../../engine/engine-of.ts'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  await createTable(db, 'check_triggers')
    .addColumn('id', bigint, (column) =>
      isSqlite(db)
        ? column.primaryKey().autoIncrement().notNull()
        : column.primaryKey().generatedByDefaultAsIdentity().notNull(),
    )
    .addColumn('check_id', uuid, (column) =>
      column.notNull().unique().references('checks.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('sealed_token', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('called_at', bigint)
    .addColumn('updated_at', bigint)
    .execute()
}
