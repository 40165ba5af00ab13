import type { Kysely } from 'kysely'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)

  await createTable(db, 'status_page_services')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('status_page_services_account')
    .on('status_page_services')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  await createTable(db, 'status_pages')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull().unique())
    .addColumn('custom_domain', 'text', (column) => column.unique())
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('status_pages_account')
    .on('status_pages')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  await createTable(db, 'status_page_cards')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('page_id', uuid, (column) =>
      column.notNull().references('status_pages.id').onDelete('cascade'),
    )
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema.createIndex('status_page_cards_page').on('status_page_cards').column('page_id').execute()

  await createTable(db, 'status_page_card_services')
    .addColumn('card_id', uuid, (column) =>
      column.notNull().references('status_page_cards.id').onDelete('cascade'),
    )
    .addColumn('service_id', uuid, (column) =>
      column.notNull().references('status_page_services.id').onDelete('cascade'),
    )
    .addColumn('position', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('status_page_card_services_pkey', ['card_id', 'service_id'])
    .execute()
  await db.schema
    .createIndex('status_page_card_services_service')
    .on('status_page_card_services')
    .column('service_id')
    .execute()

  await createTable(db, 'status_page_incidents')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    // Of the check that opened it by its alert; null when a person did.
    .addColumn('check_id', uuid)
    .addColumn('excluded_pages', 'text', (column) => column.notNull())
    // What its updates say together; written with every one of them.
    .addColumn('last_status', 'text', (column) => column.notNull())
    .addColumn('started_at', bigint, (column) => column.notNull())
    .addColumn('ended_at', bigint)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('status_page_incidents_account')
    .on('status_page_incidents')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  // Without a reference to the service: an incident keeps the names of services that are gone.
  await createTable(db, 'incident_services')
    .addColumn('incident_id', uuid, (column) =>
      column.notNull().references('status_page_incidents.id').onDelete('cascade'),
    )
    .addColumn('service_id', uuid, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('service_created_at', bigint, (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('incident_services_pkey', ['incident_id', 'service_id'])
    .execute()
  await db.schema
    .createIndex('incident_services_service')
    .on('incident_services')
    .column('service_id')
    .execute()

  await createTable(db, 'incident_updates')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('incident_id', uuid, (column) =>
      column.notNull().references('status_page_incidents.id').onDelete('cascade'),
    )
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('public_at', bigint, (column) => column.notNull())
    .addColumn('notify_subscribers', boolean, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('incident_updates_incident')
    .on('incident_updates')
    .columns(['incident_id', 'public_at'])
    .execute()

  await createTable(db, 'status_page_subscribers')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('page_id', uuid, (column) =>
      column.notNull().references('status_pages.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    // Stands in the link that ends the subscription: whoever has the mail may, whoever knows the id may not.
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addUniqueConstraint('status_page_subscribers_address', ['page_id', 'address'])
    .execute()
}
