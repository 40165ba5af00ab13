import type { Kysely } from 'kysely'

/** Of rows that there are it is not known who ran what they count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['hourly_rollups', 'daily_rollups']) {
    await db.schema.alterTable(table).addColumn('stand_ins', 'integer').execute()
  }
}
