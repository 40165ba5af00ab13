import { type Kysely, sql } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/**
 * Status pages with components and automation rules. A component is a service that belongs to one page: incidents,
 * maintenance and subscribers name it as they name services. All components of a page stand on one card, which is
 * called by the id of the page and shown to nobody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint, integer, boolean } = columnTypes(db)
  const no = sql`${sql.lit(boolean === 'integer' ? 0 : false)}`

  await db.schema
    .alterTable('status_pages')
    .addColumn('layout', 'text', (column) => column.notNull().defaultTo('CARDS'))
    .execute()
  // Programs tell pages with components by version 3: no page with cards is called so any more.
  await sql`update status_pages set version = 4 where version = 3`.execute(db)

  await db.schema
    .alterTable('status_page_services')
    .addColumn('page_id', uuid, (column) => column.references('status_pages.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createIndex('status_page_services_page')
    .on('status_page_services')
    .column('page_id')
    .where(sql.ref('page_id'), 'is not', null)
    .execute()

  await createTable(db, 'status_page_components')
    .addColumn('id', uuid, (column) =>
      column.primaryKey().notNull().references('status_page_services.id').onDelete('cascade'),
    )
    .addColumn('page_id', uuid, (column) =>
      column.notNull().references('status_pages.id').onDelete('cascade'),
    )
    // Of the same page. A deploy writes groups and what they contain in any order; nobody deletes one that is not empty.
    .addColumn('parent_id', uuid)
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('hidden', boolean, (column) => column.notNull())
    .addColumn('display_order', integer, (column) => column.notNull())
    .addColumn('config', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('status_page_components_page')
    .on('status_page_components')
    .column('page_id')
    .execute()

  await createTable(db, 'status_page_rules')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('page_id', uuid, (column) =>
      column.notNull().references('status_pages.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('enabled', boolean, (column) => column.notNull())
    .addColumn('first_update', 'text', (column) => column.notNull())
    .addColumn('last_update', 'text', (column) => column.notNull())
    .addColumn('notify_subscribers', boolean, (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('cool_down_minutes', integer, (column) => column.notNull())
    // The incident of the outage that goes on, also when a person has resolved it meanwhile.
    .addColumn('incident_id', uuid)
    .addColumn('opened_at', bigint)
    // Since when no check of the rule fails while a person keeps its incident open.
    .addColumn('recovered_at', bigint)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('status_page_rules_account')
    .on('status_page_rules')
    .column('account_id')
    .execute()
  await db.schema.createIndex('status_page_rules_page').on('status_page_rules').column('page_id').execute()
  await createTable(db, 'status_page_rule_components')
    .addColumn('rule_id', uuid, (column) =>
      column.notNull().references('status_page_rules.id').onDelete('cascade'),
    )
    .addColumn('component_id', uuid, (column) =>
      column.notNull().references('status_page_components.id').onDelete('cascade'),
    )
    .addColumn('impact', 'text', (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('status_page_rule_components_key', ['rule_id', 'component_id'])
    .execute()
  await db.schema
    .createIndex('status_page_rule_components_component')
    .on('status_page_rule_components')
    .column('component_id')
    .execute()

  // How an incident affects a component; null for a service of a page with cards.
  await db.schema.alterTable('incident_services').addColumn('impact', 'text').execute()
  await db.schema.alterTable('status_page_incidents').addColumn('rule_id', uuid).execute()
  await db.schema
    .alterTable('status_page_incidents')
    .addColumn('is_edited', boolean, (column) => column.notNull().defaultTo(no))
    .execute()
  await db.schema.alterTable('status_page_incidents').addColumn('draft', 'text').execute()
}
