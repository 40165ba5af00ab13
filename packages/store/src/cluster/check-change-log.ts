import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { clockMs } from './cluster-clock.ts'

/** Numbers appear out of order: whoever reads looks back this far. */
export const changesLookBackMs = 60_000
/** Whoever was away for longer reads all checks anyway. */
const keptMs = 600_000

export type LoggedChange = {
  no: number
  /** Null: private locations. */
  checkId: string | null
  /** Whether a check that is new or activated again runs once at once. */
  startsAtOnce: boolean
}

/** Tells all servers that share the schedule that checks were written or deleted; null: private locations. */
export async function logCheckChanges(
  db: Db,
  checkIds: readonly (string | null)[],
  { startsAtOnce = true }: { startsAtOnce?: boolean } = {},
): Promise<void> {
  if (checkIds.length === 0) return
  await sql`
    insert into check_change_log (check_id, at, starts_at_once)
    select id, ${clockMs}, ${startsAtOnce}::boolean from unnest(${checkIds}::uuid[]) as id`.execute(db)
}

/** Of the last minute, oldest first. */
export async function recentCheckChanges(db: Db): Promise<LoggedChange[]> {
  const rows = await db
    .selectFrom('check_change_log')
    .select(['no', 'check_id', 'starts_at_once'])
    .where('at', '>', sql<number>`${clockMs} - ${changesLookBackMs}`)
    .orderBy('no')
    .execute()
  return rows.map(({ no, check_id: checkId, starts_at_once: startsAtOnce }) => ({
    no,
    checkId,
    startsAtOnce: Boolean(startsAtOnce),
  }))
}

export async function forgetLoggedChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('check_change_log')
    .where('at', '<', sql<number>`${clockMs} - ${keptMs}`)
    .execute()
}
