import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../../engine/engine-of.ts'
import { columnTypes, createTable } from '../table.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, integer, bigint, boolean } = columnTypes(db)

  await createTable(db, 'installation')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()

  await createTable(db, 'accounts')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('runtime_id', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('alert_settings', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()

  await createTable(db, 'users')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('name', 'text')
    .addColumn('name_folded', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()

  await createTable(db, 'memberships')
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('user_id', uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .addPrimaryKeyConstraint('memberships_pkey', ['account_id', 'user_id'])
    .execute()
  await db.schema.createIndex('memberships_user').on('memberships').column('user_id').execute()

  await createTable(db, 'api_keys')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', uuid, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('account_id', uuid, (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('role', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint)
    .addCheckConstraint(
      'api_keys_owner',
      sql`(kind = 'user' and user_id is not null and account_id is null and role is null)
        or (kind = 'service' and user_id is null and account_id is not null and role is not null)`,
    )
    .execute()
  await db.schema.createIndex('api_keys_user').on('api_keys').column('user_id').execute()
  await db.schema.createIndex('api_keys_account').on('api_keys').column('account_id').execute()

  await createTable(db, 'checks')
    .addColumn('id', uuid, (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('check_type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_folded', 'text', (column) => column.notNull())
    .addColumn('activated', boolean, (column) => column.notNull())
    .addColumn('muted', boolean, (column) => column.notNull())
    .addColumn('status', 'text')
    .addColumn('group_id', bigint)
    .addColumn('frequency', integer)
    .addColumn('frequency_offset', integer)
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('sealed_config', 'text')
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint)
    .execute()
  // SQLite answers on the serving thread, so there the index also holds what lists are filtered by, and
  // no filter has to look at the rows. PostgreSQL does not need that, and limits the size of an entry.
  const filteredBy = isSqlite(db) ? ['status', 'name_folded'] : []
  await db.schema
    .createIndex('checks_account_newest')
    .on('checks')
    .columns(['account_id', 'created_at desc', 'id desc', ...filteredBy])
    .execute()
  await db.schema
    .createIndex('checks_account_type_newest')
    .on('checks')
    .columns(['account_id', 'check_type', 'created_at desc', 'id desc', ...filteredBy])
    .execute()

  // A check never changes the time it was made at, so that its tags can hold it too: a list by tag then
  // comes from one index, in order.
  await createTable(db, 'check_tags')
    .addColumn('check_id', uuid, (column) => column.notNull().references('checks.id').onDelete('cascade'))
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('check_created_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('check_tags_pkey', ['check_id', 'tag'])
    .execute()
  await db.schema
    .createIndex('check_tags_account_tag_newest')
    .on('check_tags')
    .columns(['account_id', 'tag', 'check_created_at desc', 'check_id desc'])
    .execute()

  await createTable(db, 'setup_tokens')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', uuid, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('user_id', uuid, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .addColumn('used_at', bigint)
    .addColumn('created_at', bigint, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('setup_tokens_account').on('setup_tokens').column('account_id').execute()
  await db.schema.createIndex('setup_tokens_user').on('setup_tokens').column('user_id').execute()
}
