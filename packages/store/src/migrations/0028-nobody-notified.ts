import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Why an alert was written for nobody; of those that there are it is not known.
  await db.schema.alterTable('check_alerts').addColumn('nobody_cause', 'text').execute()
}
