import type { Kysely } from 'kysely'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  await createTable(db, 'web_sessions')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .execute()
  await db.schema.createIndex('web_sessions_user').on('web_sessions').column('user_id').execute()
  await db.schema.createIndex('web_sessions_end').on('web_sessions').column('expires_at').execute()

  await createTable(db, 'invites')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('invited_by', uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addUniqueConstraint('invites_email', ['account_id', 'email'])
    .execute()
  await db.schema.createIndex('invites_inviter').on('invites').column('invited_by').execute()
}
