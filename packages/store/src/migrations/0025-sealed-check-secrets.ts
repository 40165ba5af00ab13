import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the masks in `config` stand for. Rows of before have their secrets in `config` until they are sealed, which
  // takes the key and is done by the first start, a few rows at a time.
  for (const table of ['checks', 'check_snapshots', 'check_tries']) {
    await db.schema.alterTable(table).addColumn('sealed_secrets', 'text').execute()
  }
}
