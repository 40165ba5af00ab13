import type { ChannelType } from '@sonde/schema/alert.ts'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isSqlite } from './engine-of.ts'
import { isOpen, whenWoken } from './notification-lanes.ts'

/** How many alerts a channel takes one by one in any window of that length. */
export type Budget = { count: number; windowMs: number }

const mostRowsAtOnce = 1_000

/**
 * Of the due alerts of a channel that were never tried, leaves as many as its budget still has room for; the
 * others wait for a digest. What waits for a free hand keeps its room, so that a slow receiver does not turn
 * a thousand alerts into a queue of hours.
 */
export async function limitOverBudget(
  db: Db,
  {
    channelId,
    now,
    budgetOf,
  }: { channelId: number; now: number; budgetOf(channelType: ChannelType): Budget },
): Promise<void> {
  const first = await countedRows(db, channelId)
    .select('channel_type')
    .where('next_try_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) return
  const budget = budgetOf(first.channel_type)
  const left = budget.count - (await countTries(db, channelId, now - budget.windowMs))
  const query = countedRows(db, channelId)
    .select('no')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('no')
    .limit(mostRowsAtOnce)
    .offset(Math.max(0, left))
  const rows = await (isSqlite(db) ? query : query.forUpdate().skipLocked()).execute()
  if (rows.length === 0) return
  await db
    .updateTable('notifications')
    .set({
      status: 'RATE_LIMITED',
      next_try_at: whenWoken,
      last_try_at: now,
      result: `over the budget of ${budget.count} in ${budget.windowMs / 60_000} min: goes out with a digest`,
    })
    .where(
      'no',
      'in',
      rows.map(({ no }) => no),
    )
    .execute()
}

/** Open rows that the budget is for, before their first try. */
function countedRows(db: Db, channelId: number) {
  return db
    .selectFrom('notifications')
    .where(isOpen(db))
    .where('channel_id', '=', channelId)
    .where('tries', '=', 0)
    .where('is_exempt', '=', false)
}

async function countTries(db: Db, channelId: number, after: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('channel_id', '=', channelId)
    .where('first_try_at', '>', after)
    .where('is_exempt', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Alerts of one target of a channel that wait for a digest. */
export type LimitedGroup = {
  accountId: string
  channelId: number
  channelType: ChannelType
  target: string | null
}

/** Those whose oldest alert was held back by then. */
export async function limitedGroups(db: Db, heldBackBy: number): Promise<LimitedGroup[]> {
  const { rows } = await sql<{
    account_id: string
    channel_id: number
    channel_type: ChannelType
    target: string | null
  }>`
    select account_id, channel_id, channel_type, target from notifications
    where status = 'RATE_LIMITED' and digest_id is null and ${isOpen(db)}
    group by account_id, channel_id, channel_type, target
    having min(last_try_at) <= ${heldBackBy}
    order by channel_id, target`.execute(db)
  return rows.map((row) => ({
    accountId: row.account_id,
    channelId: row.channel_id,
    channelType: row.channel_type,
    target: row.target,
  }))
}
