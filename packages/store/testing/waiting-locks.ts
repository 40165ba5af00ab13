import { sql } from 'kysely'
import type { Db } from '../src/engine/store.ts'

/** Resolves when a transaction waits for a lock of this PostgreSQL database. */
export async function untilSomebodyWaits(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (Number(rows[0]?.waiting) > 0) return
  }
}
