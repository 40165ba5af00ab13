import { type Kysely, sql } from 'kysely'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)

  // A private page is one that has a password.
  await createTable(db, 'status_page_passwords')
    .addColumn('page_id', uuid, (column) =>
      column.primaryKey().notNull().references('status_pages.id').onDelete('cascade'),
    )
    // Another one for every password: sessions are bound to it.
    .addColumn('id', uuid, (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()

  // Several pages may claim a domain; one may have it. `custom_domain` said that one could claim it, which let a
  // claim without proof keep out the owner. It stays empty: SQLite cannot drop a column that is unique.
  await db.schema.alterTable('status_pages').addColumn('domain', 'text').execute()
  await db.schema.alterTable('status_pages').addColumn('verified_domain', 'text').execute()
  await db.schema.alterTable('status_pages').addColumn('domain_verified_at', bigint).execute()
  await db.schema.alterTable('status_pages').addColumn('domain_checked_at', bigint).execute()
  await db.schema.alterTable('status_pages').addColumn('domain_lost_at', bigint).execute()
  await db.schema.alterTable('status_pages').addColumn('domain_problem', 'text').execute()
  await sql`update status_pages set domain = custom_domain, custom_domain = null`.execute(db)
  await db.schema.createIndex('status_pages_domain').on('status_pages').column('domain').execute()
  await db.schema
    .createIndex('status_pages_verified_domain')
    .unique()
    .on('status_pages')
    .column('verified_domain')
    .execute()

  await db.schema.alterTable('status_page_subscribers').addColumn('confirm_hash', 'text').execute()
  await db.schema.alterTable('status_page_subscribers').addColumn('confirm_until', bigint).execute()
  await db.schema.alterTable('status_page_subscribers').addColumn('confirm_sent_at', bigint).execute()
  await db.schema
    .createIndex('status_page_subscribers_confirm_hash')
    .unique()
    .on('status_page_subscribers')
    .column('confirm_hash')
    .execute()
  await db.schema
    .createIndex('status_page_subscribers_confirm_until')
    .on('status_page_subscribers')
    .column('confirm_until')
    .execute()
}
