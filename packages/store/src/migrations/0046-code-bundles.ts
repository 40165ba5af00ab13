import { type Kysely, sql } from 'kysely'
import { columnTypes, createTable } from './table.ts'

/**
 * Projects that code was uploaded with, by the hash of their archive, and what uses them. The bytes lie where the files of
 * runs do, and `artifact_blobs` tells of both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { uuid, bigint } = columnTypes(db)
  await createTable(db, 'code_bundles')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', bigint, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('last_used_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('code_bundles_key', ['account_id', 'sha256'])
    .execute()
  await db.schema.createIndex('code_bundles_content').on('code_bundles').column('sha256').execute()
  await db.schema.createIndex('code_bundles_last_used').on('code_bundles').column('last_used_at').execute()

  await createTable(db, 'code_bundle_uses')
    .addColumn('account_id', uuid, (column) => column.notNull())
    .addColumn('owner_kind', 'text', (column) => column.notNull())
    .addColumn('owner_id', uuid, (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('kept_until', bigint)
    .addPrimaryKeyConstraint('code_bundle_uses_key', ['account_id', 'owner_kind', 'owner_id', 'sha256'])
    .execute()
  await db.schema
    .createIndex('code_bundle_uses_bundle')
    .on('code_bundle_uses')
    .columns(['account_id', 'sha256'])
    .execute()
  await db.schema
    .createIndex('code_bundle_uses_ended')
    .on('code_bundle_uses')
    .column('kept_until')
    .where(sql.ref('kept_until'), 'is not', null)
    .execute()
}
