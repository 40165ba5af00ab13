import { minuteMs } from '@sonde/ground/durations.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { isOpen, whenWoken } from './notification-lanes.ts'

/** How many alerts a channel takes one by one in any window of that length. */
export type Budget = { count: number; windowMs: number }

const mostRowsAtOnce = 1_000

/** What was written further ahead than this was written by a clock that has been set back since. */
export const clockErrorMs = minuteMs

/**
 * Of the due alerts of a channel that were never tried, leaves as many as its budget still has room for; the
 * others wait for a digest. What waits for its turn keeps its room, so that a slow receiver does not turn
 * a thousand alerts into a queue of hours. Returns how much room there is: with very many alerts some are
 * left for the next time.
 */
export async function limitOverBudget(
  db: Db,
  {
    channelId,
    now,
    budgetOf,
  }: { channelId: number; now: number; budgetOf(channelType: ChannelType): Budget },
): Promise<number> {
  const first = await countedRows(db, channelId)
    .select('channel_type')
    .where('next_try_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) return Infinity
  const budget = budgetOf(first.channel_type)
  const used = await countTries(db, channelId, { after: now - budget.windowMs, until: now + clockErrorMs })
  const left = Math.max(0, budget.count - used)
  const query = countedRows(db, channelId)
    .select('no')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('created_at')
    .orderBy('no')
    .limit(mostRowsAtOnce)
    .offset(left)
  const rows = await (isSqlite(db) ? query : query.forUpdate().skipLocked()).execute()
  if (rows.length === 0) return left
  await db
    .updateTable('notifications')
    .set({
      status: 'RATE_LIMITED',
      next_try_at: whenWoken,
      last_try_at: now,
      result: `over the limit of ${budget.count} in ${budget.windowMs / minuteMs} min: sent with a digest`,
    })
    .where(
      'no',
      'in',
      rows.map(({ no }) => no),
    )
    .execute()
  return left
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

async function countTries(
  db: Db,
  channelId: number,
  { after, until }: { after: number; until: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('channel_id', '=', channelId)
    .where('first_try_at', '>', after)
    .where('first_try_at', '<=', until)
    .where('is_exempt', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const isLimited = sql<boolean>`status = 'RATE_LIMITED' and digest_id is null and last_try_at is not null`

/** Alerts of one target of a channel that wait for a digest. */
export type LimitedGroup = {
  accountId: string
  channelId: number
  channelType: ChannelType
  target: string | null
}

/** Whether any alert waits for a digest. */
export async function hasLimitedRows(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('no')
    .where(isLimited)
    .orderBy('channel_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Those whose oldest alert was held back that long ago; each target by a few steps through the index, however
 * many alerts there are.
 */
export async function limitedGroups(
  db: Db,
  { now, collectMs }: { now: number; collectMs: number },
): Promise<LimitedGroup[]> {
  // By order and not by "min": without statistics of the table PostgreSQL takes a minimum for a walk through all.
  const limited = isLimited
  const { rows: channels } = await sql<{ id: number }>`
    with recursive channels (id) as (
      select (select channel_id from notifications where ${limited} order by channel_id limit 1)
      union all
      select (select channel_id from notifications where ${limited} and channel_id > channels.id
        order by channel_id limit 1)
      from channels where channels.id is not null
    )
    select id from channels where id is not null`.execute(db)
  const due: LimitedGroup[] = []
  for (const { id } of channels) {
    const ofChannel = sql`${limited} and channel_id = ${id}`
    const { rows: targets } = await sql<{ target: string | null }>`
      with recursive targets (target) as (
        select (select target from notifications where ${ofChannel} and target is not null
          order by target limit 1)
        union all
        select (select target from notifications where ${ofChannel} and target > targets.target
          order by target limit 1)
        from targets where targets.target is not null
      )
      select target from targets where target is not null`.execute(db)
    for (const target of [null, ...targets.map((row) => row.target)]) {
      const held = db
        .selectFrom('notifications')
        .select(['account_id', 'channel_type', 'last_try_at'])
        .where(limited)
        .where('channel_id', '=', id)
        .where('target', target === null ? 'is' : '=', target)
        .limit(1)
      const oldest = await held.orderBy('target').orderBy('last_try_at').executeTakeFirst()
      if (oldest === undefined) continue
      const { account_id: accountId, channel_type: channelType } = oldest
      const group = { accountId, channelId: id, channelType, target }
      const newest = await held.orderBy('target', 'desc').orderBy('last_try_at', 'desc').executeTakeFirst()
      const isLong = Number(oldest.last_try_at) <= now - collectMs
      if (isLong || Number(newest?.last_try_at) > now + clockErrorMs) due.push(group)
    }
  }
  return due
}
