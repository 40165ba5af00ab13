import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { isSqlite } from '../engine-of.ts'
import { columnTypes, createTable } from './table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createGroups(db)
  await createChannels(db)
  await createAlerts(db)
  await createMaintenance(db)
  await createStatusPages(db)
}

/** A number that grows with every row, also when rows were deleted. */
function counted(db: Kysely<unknown>) {
  return (column: ColumnDefinitionBuilder) =>
    isSqlite(db)
      ? column.primaryKey().autoIncrement().notNull()
      : column.primaryKey().generatedByDefaultAsIdentity().notNull()
}

async function createGroups(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)

  await createTable(db, 'check_groups')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_folded', 'text', (column) => column.notNull())
    .addColumn('activated', boolean, (column) => column.notNull())
    .addColumn('muted', boolean, (column) => column.notNull())
    .addColumn('concurrency', integer, (column) => column.notNull())
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('sealed_config', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('check_groups_account_newest')
    .on('check_groups')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()
  await db.schema.createIndex('checks_group').on('checks').column('group_id').execute()

  await createTable(db, 'group_tags')
    .addColumn('group_id', bigint, (column) =>
      column.notNull().references('check_groups.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_tags_pkey', ['group_id', 'tag'])
    .execute()
  await db.schema
    .createIndex('group_tags_account_tag')
    .on('group_tags')
    .columns(['account_id', 'tag'])
    .execute()

  // As with checks: a location that a group names cannot go.
  await createTable(db, 'group_private_locations')
    .addColumn('group_id', bigint, (column) =>
      column.notNull().references('check_groups.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('private_location_id', uuid, (column) => column.notNull().references('private_locations.id'))
    .addPrimaryKeyConstraint('group_private_locations_pkey', ['group_id', 'private_location_id'])
    .execute()
  await db.schema
    .createIndex('group_private_locations_location')
    .on('group_private_locations')
    .column('private_location_id')
    .execute()

  await createTable(db, 'group_triggers')
    .addColumn('id', bigint, counted(db))
    .addColumn('group_id', bigint, (column) =>
      column.notNull().unique().references('check_groups.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('sealed_token', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('called_at', bigint)
    .addColumn('updated_at', bigint)
    .execute()
}

async function createChannels(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)

  await createTable(db, 'alert_channels')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) => column.notNull())
    // The configuration is sealed whole; beside it stands what may be shown, with its secrets masked.
    .addColumn('sealed_config', 'text', (column) => column.notNull())
    .addColumn('shown_config', 'text', (column) => column.notNull())
    .addColumn('send_failure', boolean, (column) => column.notNull())
    .addColumn('send_recovery', boolean, (column) => column.notNull())
    .addColumn('send_degraded', boolean, (column) => column.notNull())
    .addColumn('ssl_expiry', boolean, (column) => column.notNull())
    .addColumn('ssl_expiry_threshold', integer, (column) => column.notNull())
    .addColumn('auto_subscribe', boolean, (column) => column.notNull())
    .addColumn('trouble_since', bigint)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('alert_channels_account_newest')
    .on('alert_channels')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  await createTable(db, 'alert_subscriptions')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('channel_id', bigint, (column) =>
      column.notNull().references('alert_channels.id').onDelete('cascade'),
    )
    .addColumn('check_id', uuid, (column) => column.references('checks.id').onDelete('cascade'))
    .addColumn('group_id', bigint, (column) => column.references('check_groups.id').onDelete('cascade'))
    .addColumn('activated', boolean, (column) => column.notNull())
    .addUniqueConstraint('alert_subscriptions_check', ['check_id', 'channel_id'])
    .addUniqueConstraint('alert_subscriptions_group', ['group_id', 'channel_id'])
    .addCheckConstraint(
      'alert_subscriptions_subject',
      sql`(check_id is null and group_id is not null) or (check_id is not null and group_id is null)`,
    )
    .execute()
  await db.schema
    .createIndex('alert_subscriptions_channel')
    .on('alert_subscriptions')
    .column('channel_id')
    .execute()

  await createTable(db, 'ssl_notices')
    .addColumn('channel_id', bigint, (column) =>
      column.notNull().references('alert_channels.id').onDelete('cascade'),
    )
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('ssl_notices_pkey', ['channel_id', 'domain', 'fingerprint'])
    .execute()
}

async function createAlerts(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)
  const real = isSqlite(db) ? 'real' : 'double precision'

  // Null while all is well and nothing is owed: most checks, most of the time.
  await db.schema.alterTable('check_states').addColumn('alert', 'text').execute()
  await db.schema.alterTable('check_states').addColumn('next_reminder_at', bigint).execute()
  await sql`create index check_states_reminder on check_states (next_reminder_at) where next_reminder_at is not null`.execute(
    db,
  )

  await createTable(db, 'check_alerts')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('check_id', uuid, (column) => column.notNull())
    .addColumn('check_type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('alert_type', 'text', (column) => column.notNull())
    .addColumn('episode_id', uuid, (column) => column.notNull())
    .addColumn('reminder_sequence', integer, (column) => column.notNull())
    .addColumn('run_location', 'text')
    .addColumn('response_time', real)
    .addColumn('error', 'text')
    .addColumn('status_code', 'text')
    .addColumn('result_id', uuid)
    .addColumn('due_at', bigint, (column) => column.notNull())
    .addColumn('started_at', bigint, (column) => column.notNull())
    .addColumn('judged_at', bigint, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('check_alerts_account_newest')
    .on('check_alerts')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()
  await db.schema
    .createIndex('check_alerts_check_newest')
    .on('check_alerts')
    .columns(['check_id', 'created_at desc', 'id desc'])
    .execute()

  // The outbox and the delivery log in one: a row is written with the decision to send it.
  await createTable(db, 'notifications')
    .addColumn('no', bigint, counted(db))
    .addColumn('id', uuid, (column) => column.notNull().unique())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('lane', 'text', (column) => column.notNull())
    .addColumn('channel_id', bigint)
    .addColumn('channel_type', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('shown_config', 'text', (column) => column.notNull())
    .addColumn('check_id', uuid)
    .addColumn('check_type', 'text')
    .addColumn('alert_id', uuid)
    .addColumn('result_id', uuid)
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('is_exempt', boolean, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_open', boolean, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .addColumn('next_try_at', bigint, (column) => column.notNull())
    .addColumn('claimed_by', integer)
    .addColumn('claimed_until', bigint)
    .addColumn('digest_id', uuid)
    .addColumn('result', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('first_try_at', bigint)
    .addColumn('last_try_at', bigint)
    .addColumn('ended_at', bigint)
    .execute()
  const isOpen = isSqlite(db) ? sql`is_open = 1` : sql`is_open`
  await sql`create index notifications_due on notifications (next_try_at) where ${isOpen}`.execute(db)
  await sql`create index notifications_lane on notifications (lane, no) where ${isOpen}`.execute(db)
  await sql`create index notifications_claims on notifications (claimed_by) where claimed_by is not null`.execute(
    db,
  )
  await sql`create index notifications_digest on notifications (digest_id) where digest_id is not null`.execute(
    db,
  )
  await db.schema
    .createIndex('notifications_account_newest')
    .on('notifications')
    .columns(['account_id', 'created_at desc', 'no desc'])
    .execute()
  await db.schema
    .createIndex('notifications_channel_budget')
    .on('notifications')
    .columns(['channel_id', 'first_try_at'])
    .execute()
  await db.schema.createIndex('notifications_alert').on('notifications').column('alert_id').execute()
}

async function createMaintenance(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)

  await createTable(db, 'maintenance_windows')
    .addColumn('id', bigint, counted(db))
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('starts_at', bigint, (column) => column.notNull())
    .addColumn('ends_at', bigint, (column) => column.notNull())
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('maintenance_windows_account')
    .on('maintenance_windows')
    .columns(['account_id', 'created_at desc', 'id desc'])
    .execute()

  await createTable(db, 'maintenances')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('window_id', bigint, (column) =>
      column.notNull().references('maintenance_windows.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('occurrence', integer, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('starts_at', bigint, (column) => column.notNull())
    .addColumn('ends_at', bigint, (column) => column.notNull())
    .addColumn('began_at', bigint)
    .addColumn('ended_at', bigint)
    .addColumn('is_deleted', boolean, (column) => column.notNull())
    .addColumn('reminded', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addUniqueConstraint('maintenances_occurrence', ['window_id', 'occurrence'])
    .execute()
  await db.schema
    .createIndex('maintenances_status')
    .on('maintenances')
    .columns(['status', 'starts_at'])
    .execute()

  await createTable(db, 'maintenance_updates')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('maintenance_id', uuid, (column) =>
      column.notNull().references('maintenances.id').onDelete('cascade'),
    )
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('notify_subscribers', boolean, (column) => column.notNull())
    .addColumn('previous_status', 'text')
    .addColumn('previous_starts_at', bigint)
    .addColumn('previous_ends_at', bigint)
    .addColumn('date_adjustments', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  await db.schema
    .createIndex('maintenance_updates_maintenance')
    .on('maintenance_updates')
    .columns(['maintenance_id', 'created_at'])
    .execute()
}

async function createStatusPages(db: Kysely<unknown>): Promise<void> {
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
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addUniqueConstraint('status_page_subscribers_address', ['page_id', 'address'])
    .execute()
}
