import type { Kysely } from 'kysely'
import { columnTypes } from './table.ts'

/** Both engines only note it: no row is written anew. Of what was stored before, nothing of this is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean } = columnTypes(db)
  // Why an attempt did not pass, and whether the embedded agent ran it in place of an agent of the location.
  await db.schema.alterTable('results').addColumn('reason', 'text').execute()
  await db.schema.alterTable('results').addColumn('is_stand_in', boolean).execute()

  await db.schema.alterTable('heartbeat_events').addColumn('reason', 'text').execute()
}
