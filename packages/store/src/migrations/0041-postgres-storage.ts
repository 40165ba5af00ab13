import { type Kysely, sql } from 'kysely'
import { isSqlite } from '../engine/engine-of.ts'

/**
 * Rows of these tables are rewritten with every run: with room in its page an update touches no index, and what the
 * updates leave behind is cleared before it is a fifth of the table. Holds for pages that are written from now on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) return
  for (const table of ['check_states', 'hourly_rollups']) {
    await sql`
      alter table ${sql.table(table)}
      set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.1)`.execute(
      db,
    )
  }
}
