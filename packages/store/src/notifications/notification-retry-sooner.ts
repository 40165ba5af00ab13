import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { isOpen, whenWoken } from './notification-lanes.ts'

/** Each of them that is taken as well makes as many again due. */
const mostRowsAtOnce = 50

/**
 * A receiver has taken a message: what waits for it since long is due at once, oldest first. Only rows that
 * failed `triesFrom` times, and not sooner than `atLeastMs` after their last try: one that is refused for a
 * reason of its own must not be tried with every message that goes through. It waits for nobody who has such a
 * row, and others may wait for it, so call it at the end of a write.
 */
export async function retryWaitingRowsSooner(
  db: Db,
  receiver: { channelId: number; target: string | null; groupId: number | null | 'any' },
  { at, triesFrom, atLeastMs }: { at: number; triesFrom: number; atLeastMs: number },
): Promise<void> {
  const { channelId, target, groupId } = receiver
  let query = db
    .selectFrom('notifications')
    .select('no')
    .where(isOpen(db))
    .where('channel_id', '=', channelId)
    .where('next_try_at', '>', at)
    .where('next_try_at', '<', sql.lit(whenWoken))
    .where('target', target === null ? 'is' : '=', target)
    .where('claimed_by', 'is', null)
    .where('tries', '>=', triesFrom)
    .where(sql<boolean>`next_try_at > last_try_at + ${atLeastMs}`)
    .orderBy('no')
    .limit(mostRowsAtOnce)
  if (groupId !== 'any') query = query.where('group_id', groupId === null ? 'is' : '=', groupId)
  const rows = await (isSqlite(db) ? query : query.forUpdate().skipLocked()).execute()
  if (rows.length === 0) return
  await db
    .updateTable('notifications')
    .set({
      next_try_at: sql`case when last_try_at <= ${at} and last_try_at > ${at - atLeastMs}
        then last_try_at + ${atLeastMs} else ${at} end`,
    })
    .where(
      'no',
      'in',
      rows.map(({ no }) => no),
    )
    .execute()
}
