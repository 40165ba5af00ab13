import type { Kysely } from 'kysely'

/** The host that a run of a trigger took no secrets to; of earlier runs it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session_runs').addColumn('secrets_withheld_from', 'text').execute()
}
