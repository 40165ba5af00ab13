import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'

/** The time of the next try of a row that is claimed or waits for another one to end: after every other. */
export const whenWoken = Number.MAX_SAFE_INTEGER

/** SQLite takes at most 32,766 values in one statement. */
const mostLanesAtOnce = 1_000

/** Spelled as the indexes are: SQLite does not see a bound value when it looks for one. */
export function isOpen(db: Db): RawBuilder<boolean> {
  return isSqlite(db) ? sql<boolean>`is_open = 1` : sql<boolean>`is_open`
}

/**
 * Which of the lanes have an open row. That row cannot be closed by somebody else until the write ends, so
 * that whoever closes it then sees, and wakes, what was written behind it.
 */
export async function lockBusyLanes(db: Db, lanes: readonly string[]): Promise<Set<string>> {
  const busy = new Set<string>()
  for (const some of inSteps(lanes)) {
    const query = db
      .selectFrom('notifications')
      .select('lane')
      .where(isOpen(db))
      .where('no', 'in', (last) =>
        last
          .selectFrom('notifications')
          .select((builder) => builder.fn.max('no').as('no'))
          .where(isOpen(db))
          .where('lane', 'in', some)
          .groupBy('lane'),
      )
      .orderBy('no')
    for (const { lane } of await (isSqlite(db) ? query : query.forUpdate()).execute()) busy.add(lane)
  }
  return busy
}

/** Makes the first open row of each lane due, if it only waited for the one before it. */
export async function wakeLanes(db: Db, lanes: readonly string[], at: number): Promise<void> {
  for (const some of inSteps(lanes)) {
    await db
      .updateTable('notifications')
      .set({ next_try_at: at })
      .where('no', 'in', (first) =>
        first
          .selectFrom('notifications')
          .select((builder) => builder.fn.min('no').as('no'))
          .where(isOpen(db))
          .where('lane', 'in', some)
          .groupBy('lane'),
      )
      .where('next_try_at', '=', whenWoken)
      .where('status', '=', 'IN_PROGRESS')
      .where('claimed_by', 'is', null)
      .execute()
  }
}

/** Finds again what nobody would wake: first rows of a lane that wait for one that is gone. */
export async function wakeStrandedRows(db: Db, now: number): Promise<void> {
  await sql`
    update notifications set next_try_at = ${now}
    where ${isOpen(db)} and status = 'IN_PROGRESS' and next_try_at = ${sql.lit(whenWoken)}
      and claimed_by is null and not exists (
        select 1 from notifications earlier
        where earlier.${isOpen(db)} and earlier.lane = notifications.lane and earlier.no < notifications.no
      )`.execute(db)
}

/**
 * Makes rows due whose time lies further ahead than they can have to wait, because the clock was set back.
 * A row that was never tried waits for no time at all.
 */
export async function rescheduleAfterClockStep(
  db: Db,
  { now, untriedMs, triedMs }: { now: number; untriedMs: number; triedMs: number },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ next_try_at: now })
    .where(isOpen(db))
    .where('claimed_by', 'is', null)
    .where('next_try_at', '>', now + Math.min(untriedMs, triedMs))
    .where('next_try_at', '<', whenWoken)
    .where((is) => is.or([is('tries', '=', 0), is('next_try_at', '>', now + triedMs)]))
    .execute()
}

/** Makes due what waits for its next try, whoever wrote it. Claimed rows are left to those who have them. */
export async function makeWaitingRowsDue(db: Db, now: number): Promise<void> {
  await rescheduleAfterClockStep(db, { now, untriedMs: 0, triedMs: 0 })
}

function inSteps(lanes: readonly string[]): string[][] {
  const unique = [...new Set(lanes)]
  return Array.from({ length: Math.ceil(unique.length / mostLanesAtOnce) }, (_, step) =>
    unique.slice(step * mostLanesAtOnce, (step + 1) * mostLanesAtOnce),
  )
}
