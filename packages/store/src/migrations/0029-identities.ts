import type { Kysely } from 'kysely'
import { columnTypes, createTable } from './table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  await createTable(db, 'user_identities')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('user_id', uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint, (column) => column.notNull())
    .addUniqueConstraint('user_identities_subject', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('user_identities_user').on('user_identities').column('user_id').execute()

  // Those that there are were begun with a password, and last as long as they are used.
  await db.schema
    .alterTable('web_sessions')
    .addColumn('via', 'text', (column) => column.notNull().defaultTo('PASSWORD'))
    .execute()
  await db.schema.alterTable('web_sessions').addColumn('ends_at', bigint).execute()
}
