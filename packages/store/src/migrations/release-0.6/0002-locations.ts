import { type Kysely, sql } from 'kysely'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint } = columnTypes(db)

  await createTable(db, 'private_locations')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('slug_name', 'text', (column) => column.notNull())
    .addColumn('icon', 'text', (column) => column.notNull())
    .addColumn('proxy_url_sealed', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addColumn('unavailable_since', bigint)
    .addColumn('assigned_since', bigint)
    .addUniqueConstraint('private_locations_account_slug', ['account_id', 'slug_name'])
    .execute()

  await createTable(db, 'location_keys')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('private_location_id', uuid, (column) =>
      column.references('private_locations.id').onDelete('cascade'),
    )
    .addColumn('data_center', 'text')
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint)
    .addCheckConstraint(
      'location_keys_place',
      sql`(kind = 'private' and private_location_id is not null and data_center is null)
        or (kind = 'data-center' and private_location_id is null and data_center is not null)`,
    )
    .execute()
  await db.schema
    .createIndex('location_keys_private_location')
    .on('location_keys')
    .column('private_location_id')
    .execute()
  await db.schema.createIndex('location_keys_data_center').on('location_keys').column('data_center').execute()

  // Agents go with their key, so that a deleted key leaves no agent behind that still counts as alive.
  await createTable(db, 'agents')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('location_key_id', uuid, (column) => column.references('location_keys.id').onDelete('cascade'))
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('account_id', uuid, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('private_location_id', uuid, (column) =>
      column.references('private_locations.id').onDelete('cascade'),
    )
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('image_variant', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('registered_at', bigint, (column) => column.notNull())
    .addColumn('last_seen_at', bigint, (column) => column.notNull())
    .addColumn('left_at', bigint)
    .execute()
  await db.schema.createIndex('agents_location_key').on('agents').column('location_key_id').execute()
  await db.schema
    .createIndex('agents_private_location_seen')
    .on('agents')
    .columns(['private_location_id', 'last_seen_at'])
    .execute()
  await db.schema
    .createIndex('agents_account_seen')
    .on('agents')
    .columns(['account_id', 'last_seen_at'])
    .execute()
  await db.schema.createIndex('agents_seen').on('agents').column('last_seen_at').execute()

  await createTable(db, 'queue_samples')
    .addColumn('private_location_id', uuid, (column) =>
      column.notNull().references('private_locations.id').onDelete('cascade'),
    )
    .addColumn('minute_at', bigint, (column) => column.notNull())
    .addColumn('queued', integer, (column) => column.notNull())
    .addColumn('oldest_seconds', integer, (column) => column.notNull())
    .addColumn('dropped', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('queue_samples_pkey', ['private_location_id', 'minute_at'])
    .execute()
  await db.schema.createIndex('queue_samples_minute').on('queue_samples').column('minute_at').execute()

  // Without an action on delete: a location that a check names cannot go, whoever tries. It is judged when
  // the statement ends, so that an account still goes with all it has.
  await createTable(db, 'check_private_locations')
    .addColumn('check_id', uuid, (column) => column.notNull().references('checks.id').onDelete('cascade'))
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('private_location_id', uuid, (column) => column.notNull().references('private_locations.id'))
    .addPrimaryKeyConstraint('check_private_locations_pkey', ['check_id', 'private_location_id'])
    .execute()
  await db.schema
    .createIndex('check_private_locations_location')
    .on('check_private_locations')
    .column('private_location_id')
    .execute()
}
