import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  // A secret waits in `sealed_pending` until one code of it was right; the one before counts until then.
  await createTable(db, 'second_factors')
    .addColumn('user_id', uuid, (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('sealed_secret', 'text')
    .addColumn('enabled_at', bigint)
    .addColumn('last_step', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('sealed_pending', 'text')
    .addColumn('pending_at', bigint)
    .execute()

  await createTable(db, 'recovery_codes')
    .addColumn('user_id', uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
    .execute()
}
