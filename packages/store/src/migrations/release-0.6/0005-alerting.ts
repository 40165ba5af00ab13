import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../../engine/engine-of.ts'
import { columnTypes, counted, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createGroups(db)
  await createChannels(db)
  await createAlerts(db)
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
    .addColumn('episode_since', bigint, (column) => column.notNull())
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
    .addColumn('digest_id', uuid)
    .addColumn('group_id', bigint)
    .addColumn('result', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('first_try_at', bigint)
    .addColumn('last_try_at', bigint)
    .addColumn('ended_at', bigint)
    .execute()
  const isOpen = isSqlite(db) ? sql`is_open = 1` : sql`is_open`
  // With the age, so that the figures of what waits are read from the index alone.
  await sql`create index notifications_due on notifications (channel_id, next_try_at, created_at, no)
    where ${isOpen}`.execute(db)
  // Each of the two has a condition of its own, that also stands in the queries which it is for: without
  // figures of the table PostgreSQL would take the one for the other and walk through all of a channel.
  await sql`create index notifications_limited on notifications (channel_id, target, last_try_at, no)
    where status = 'RATE_LIMITED' and digest_id is null and last_try_at is not null`.execute(db)
  await sql`create index notifications_limited_groups on notifications (channel_id, group_id)
    where status = 'RATE_LIMITED' and digest_id is null and ${isOpen}`.execute(db)
  await sql`create index notifications_digests on notifications (lane, created_at)
    where check_id is null`.execute(db)
  await sql`create index notifications_waiting on notifications (next_try_at, lane)
    where ${isOpen} and status = 'IN_PROGRESS' and next_try_at = 9007199254740991 and claimed_by is null`.execute(
    db,
  )
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
