import type { ChannelType } from '@sonde/schema/alert.ts'
import type { AlertEvent } from '@sonde/schema/alert-event.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Db } from './database.ts'
import { isSqlite } from './engine-of.ts'
import { type Budget, limitOverBudget } from './notification-budgets.ts'
import { isOpen, wakeLanes } from './notification-lanes.ts'
import { eventIn } from './notifications.ts'
import { postgresLocks } from './postgres-locks.ts'

/** A row that is in hand for one try. */
export type ClaimedNotification = {
  id: string
  accountId: string
  channelId: number | null
  channelType: ChannelType
  target: string | null
  checkId: string | null
  event: AlertEvent
  /** With this one. The claim is ours for as long as no later try was begun. */
  tries: number
  createdAt: number
}

export type ClaimRequest = {
  /** The place of the program that asks. */
  place: number
  now: number
  claimMs: number
  atMost: number
  /** Of one channel at once, by all programs together. */
  perChannel: number
  budgetOf(channelType: ChannelType): Budget
}

/** Looking at more at once would hold up others for long; the rest is looked at with the next claim. */
const mostChannelsAtOnce = 64

type Channel = { id: number | null; earliestAt: number; inHand: number }

/** One claim at a time among all programs, so that what it counts stays true until it is written. */
export async function claimAlone(db: Db): Promise<void> {
  if (isSqlite(db)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(postgresLocks.claims)})`.execute(db)
}

/** When the next row is due; null when none is open. */
export async function nextTryAt(db: Db): Promise<number | null> {
  const channels = await openChannels(db)
  return channels.length === 0 ? null : Math.min(...channels.map(({ earliestAt }) => earliestAt))
}

/**
 * Takes due rows in hand for a try, each counted as begun: whatever becomes of the program, the row is due
 * again when the claim ends. The channels with the fewest rows in hand come first.
 */
export async function claimNotifications(db: Db, request: ClaimRequest): Promise<ClaimedNotification[]> {
  await claimAlone(db)
  const { now, atMost, perChannel, budgetOf } = request
  const channels = await dueChannels(db, now)
  const found: { no: number; rank: number; nextTryAt: number }[] = []
  for (const channel of channels.slice(0, mostChannelsAtOnce)) {
    if (channel.id !== null) await limitOverBudget(db, { channelId: channel.id, now, budgetOf })
    const room = Math.min(perChannel - channel.inHand, atMost)
    if (room <= 0) continue
    const rows = await dueRows(db, channel.id, now, room)
    for (const [index, row] of rows.entries()) {
      found.push({ no: row.no, rank: channel.inHand + index, nextTryAt: row.next_try_at })
    }
  }
  const chosen = found
    .toSorted((a, b) => a.rank - b.rank || a.nextTryAt - b.nextTryAt || a.no - b.no)
    .slice(0, atMost)
  return await takeInHand(
    db,
    chosen.map(({ no }) => no),
    request,
  )
}

/** With an open row, each by one step through the index; the rows of the service itself are a channel too. */
async function openChannels(db: Db): Promise<{ id: number | null; earliestAt: number }[]> {
  const open = isOpen(db)
  const { rows } = await sql<{ id: number | null; earliest_at: number | null }>`
    with recursive channels (id) as (
      select min(channel_id) from notifications where ${open} and channel_id is not null
      union all
      select (select min(channel_id) from notifications where ${open} and channel_id > channels.id)
      from channels where channels.id is not null
    )
    select channels.id as id, (
      select min(next_try_at) from notifications where ${open} and channel_id = channels.id) as earliest_at
    from channels where channels.id is not null
    union all
    select null as id, (
      select min(next_try_at) from notifications where ${open} and channel_id is null) as earliest_at
  `.execute(db)
  return rows.flatMap(({ id, earliest_at: at }) => (at === null ? [] : [{ id, earliestAt: at }]))
}

async function dueChannels(db: Db, now: number): Promise<Channel[]> {
  const counts = await countInHand(db, now)
  const open = await openChannels(db)
  return open
    .filter(({ earliestAt }) => earliestAt <= now)
    .map((channel) => ({ ...channel, inHand: counts.get(channel.id) ?? 0 }))
    .toSorted((a, b) => a.inHand - b.inHand || a.earliestAt - b.earliestAt)
}

/** By channel. Counted here: a group by channel would make SQLite walk through the index of all rows. */
async function countInHand(db: Db, now: number): Promise<Map<number | null, number>> {
  const places = await claimingPlaces(db)
  const counts = new Map<number | null, number>()
  if (places.length === 0) return counts
  const rows = await db
    .selectFrom('notifications')
    .select('channel_id')
    .where('claimed_by', 'in', places)
    .where('claimed_until', '>', now)
    .execute()
  for (const { channel_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

async function dueRows(db: Db, channelId: number | null, now: number, limit: number) {
  const query = db
    .selectFrom('notifications')
    .select(['no', 'next_try_at'])
    .where(isOpen(db))
    .where('channel_id', channelId === null ? 'is' : '=', channelId)
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('no')
    .limit(limit)
  return await (isSqlite(db) ? query : query.forUpdate().skipLocked()).execute()
}

async function takeInHand(
  db: Db,
  numbers: readonly number[],
  { place, now, claimMs }: ClaimRequest,
): Promise<ClaimedNotification[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .updateTable('notifications')
    .set({
      claimed_by: place,
      claimed_until: now + claimMs,
      next_try_at: now + claimMs,
      tries: sql`tries + 1`,
      first_try_at: sql`coalesce(first_try_at, ${now})`,
      last_try_at: now,
    })
    .where('no', 'in', numbers)
    .returningAll()
    .execute()
  return rows.map(toClaimed)
}

function toClaimed(row: Selectable<Database['notifications']>): ClaimedNotification {
  return {
    id: row.id,
    accountId: row.account_id,
    channelId: row.channel_id,
    channelType: row.channel_type,
    target: row.target,
    checkId: row.check_id,
    event: eventIn(row.event),
    tries: row.tries,
    createdAt: row.created_at,
  }
}

type Claim = Pick<ClaimedNotification, 'id' | 'tries'>

/**
 * Ends a row, and those that a digest stands for, and makes what waited behind them due. False, and nothing
 * done, when the row is not in our hands any more.
 */
export async function endNotification(
  db: Db,
  { id, tries }: Claim,
  { status, result, at }: { status: 'SUCCESS' | 'FAILURE'; result: string; at: number },
): Promise<boolean> {
  const ended = await db
    .updateTable('notifications')
    .set({ status, result, is_open: false, ended_at: at, claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where(isOpen(db))
    .returning('lane')
    .executeTakeFirst()
  if (ended === undefined) return false
  const stoodFor = await endRowsOfDigest(db, id, { status, result, at })
  await wakeLanes(db, [ended.lane, ...stoodFor], at)
  return true
}

/** In the order of their numbers, as those lock them who write behind them. */
async function endRowsOfDigest(
  db: Db,
  digestId: string,
  { status, result, at }: { status: 'SUCCESS' | 'FAILURE'; result: string; at: number },
): Promise<string[]> {
  const query = db
    .selectFrom('notifications')
    .select('lane')
    .where('digest_id', '=', digestId)
    .where(isOpen(db))
    .orderBy('no')
  const rows = await (isSqlite(db) ? query : query.forUpdate()).execute()
  if (rows.length === 0) return []
  await db
    .updateTable('notifications')
    .set(
      status === 'SUCCESS'
        ? { is_open: false, ended_at: at, result: `sent with digest ${digestId}` }
        : {
            is_open: false,
            ended_at: at,
            status,
            result: `digest ${digestId} failed: ${result}`.slice(0, 4_096),
          },
    )
    .where('digest_id', '=', digestId)
    .where(isOpen(db))
    .execute()
  return rows.map(({ lane }) => lane)
}

/** Gives a row back until its next try. False when it is not in our hands any more. */
export async function postponeNotification(
  db: Db,
  { id, tries }: Claim,
  { result, until }: { result: string; until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ result, next_try_at: until, claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where(isOpen(db))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The places that have rows in hand, each by one step through the index. */
export async function claimingPlaces(db: Db): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    with recursive places (place) as (
      select min(claimed_by) from notifications where claimed_by is not null
      union all
      select (select min(claimed_by) from notifications where claimed_by > places.place)
      from places where places.place is not null
    )
    select place from places where place is not null`.execute(db)
  return rows.map(({ place }) => place)
}

/** The program that had the place is gone: what it had in hand is due at once. */
export async function voidClaims(db: Db, place: number, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ claimed_by: null, claimed_until: null, next_try_at: now })
    .where('claimed_by', '=', place)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
