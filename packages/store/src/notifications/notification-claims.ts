import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { sql } from 'kysely'
import type { RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { type Budget, limitOverBudget } from './notification-budgets.ts'
import { releaseRowsOfDigest } from './notification-digests.ts'
import { isOpen, wakeLanes, whenWoken } from './notification-lanes.ts'
import { notificationColumns } from './notification-columns.ts'
import { postgresLocks } from '../engine/postgres/postgres-locks.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

const claimColumns = notificationColumns.pick(
  'id',
  'accountId',
  'channelId',
  'channelType',
  'target',
  'checkId',
  'event',
  'sealedEvent',
  'tries',
  'createdAt',
  'firstTryAt',
)

/** A row that is claimed for one try. The claim is ours for as long as no later try was begun. */
export type ClaimedNotification = RowOf<typeof claimColumns> & { firstTryAt: number }

export type ClaimRequest = {
  /** That of the program that asks. */
  workerSlot: number
  now: number
  atMost: number
  /** Of one channel at once, by all programs together. */
  perChannel: number
  /** Channels that take nothing or take long, and how many rows of all of them together. */
  failing: { channels: ReadonlySet<number | null>; atMost: number }
  /** Rows that the program still has to do with, whatever is written about them. */
  except: readonly string[]
  budgetOf(channelType: ChannelType): Budget
}

/** Looking at more at once would hold up others for long; the rest is looked at with the next claim. */
const mostChannelsAtOnce = 64

type Channel = { id: number | null; earliestAt: number; claimedCount: number; isFailing: boolean }

/** One claim at a time among all programs, so that what it counts stays true until it is written. */
export async function lockClaims(db: Db): Promise<void> {
  if (isSqlite(db)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(postgresLocks.claims)})`.execute(db)
}

/** When the next row is due; null when none is open. */
export async function nextTryAt(db: Db): Promise<number | null> {
  const channels = await openChannels(db)
  return channels.length === 0 ? null : Math.min(...channels.map(({ earliestAt }) => earliestAt))
}

/**
 * Claims due rows for a try, each counted as begun. A claimed row is due for nobody, whatever the clocks say: it
 * is released by the program that has it, or by whoever finds that program gone. The channels with the fewest
 * claimed rows come first, and those that take messages before those that do not.
 */
export async function claimNotifications(db: Db, request: ClaimRequest): Promise<ClaimedNotification[]> {
  await lockClaims(db)
  const { now, atMost, perChannel, failing, budgetOf } = request
  const channels = await dueChannels(db, request)
  const some = [
    ...channels.filter(({ isFailing }) => !isFailing).slice(0, mostChannelsAtOnce),
    ...channels.filter(({ isFailing }) => isFailing).slice(0, failing.atMost),
  ]
  const candidates: (DueRow & { rank: number; isFailing: boolean })[] = []
  for (const { id, claimedCount, isFailing } of some) {
    const left = id === null ? Infinity : await limitOverBudget(db, { channelId: id, now, budgetOf })
    const room = Math.min(perChannel - claimedCount, isFailing ? failing.atMost : atMost)
    if (room <= 0) continue
    const rows = await rowsWithin(db, { channelId: id, request, room, left })
    for (const [index, row] of rows.entries())
      candidates.push({ ...row, rank: claimedCount + index, isFailing })
  }
  let failingLeft = failing.atMost
  const chosen = candidates
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        Number(a.isFailing) - Number(b.isFailing) ||
        a.next_try_at - b.next_try_at ||
        a.no - b.no,
    )
    .filter(({ isFailing }) => {
      if (isFailing) failingLeft -= 1
      return !isFailing || failingLeft >= 0
    })
    .slice(0, atMost)
  return await markClaimed(
    db,
    chosen.map(({ no }) => no),
    request,
  )
}

const selectOpenChannels = prepareQuery(
  (db) => {
    const open = isOpen(db)
    const query = sql<{ id: number | null; earliest_at: number | null }>`
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
    `
    return { compile: () => query.compile(db) }
  },
  { isPlannedOnce: true },
)

/** With an open row, each by one step through the index; the rows of the service itself are a channel too. */
async function openChannels(db: Db): Promise<{ id: number | null; earliestAt: number }[]> {
  const { rows } = await selectOpenChannels(db, {})
  return rows.flatMap(({ id, earliest_at: at }) => (at === null ? [] : [{ id, earliestAt: at }]))
}

async function dueChannels(db: Db, { now, failing }: ClaimRequest): Promise<Channel[]> {
  const counts = await countClaimed(db)
  const open = await openChannels(db)
  return open
    .filter(({ earliestAt }) => earliestAt <= now)
    .map((channel) => ({
      ...channel,
      claimedCount: counts.get(channel.id) ?? 0,
      isFailing: failing.channels.has(channel.id),
    }))
    .toSorted((a, b) => a.claimedCount - b.claimedCount || a.earliestAt - b.earliestAt)
}

/** By channel. Counted here: a group by channel would make SQLite walk through the index of all rows. */
async function countClaimed(db: Db): Promise<Map<number | null, number>> {
  const slots = await claimingWorkerSlots(db)
  const counts = new Map<number | null, number>()
  if (slots.length === 0) return counts
  const rows = await db
    .selectFrom('notifications')
    .select('channel_id')
    .where('claimed_by', 'in', slots)
    .execute()
  for (const { channel_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

type DueRow = { no: number; next_try_at: number }

/** At most `left` of those that the budget is for: more of them may be due than one claim could hold back. */
async function rowsWithin(
  db: Db,
  {
    channelId,
    request: { now, except },
    room,
    left,
  }: { channelId: number | null; request: ClaimRequest; room: number; left: number },
): Promise<DueRow[]> {
  const due = dueRows(db, channelId, now)
  const take = async (query: typeof due, limit: number) => {
    const limited = (except.length === 0 ? query : query.where('id', 'not in', except)).limit(limit)
    return await (isSqlite(db) ? limited : limited.forUpdate().skipLocked()).execute()
  }
  const first = await take(due, room)
  const counted = first.filter(({ tries, is_exempt: isExempt }) => tries === 0 && !isExempt)
  if (counted.length <= left) return first
  const others = await take(
    due.where((is) => is.or([is('tries', '>', 0), is('is_exempt', '=', true)])),
    room,
  )
  return [...counted.slice(0, left), ...others].slice(0, room)
}

function dueRows(db: Db, channelId: number | null, now: number) {
  return db
    .selectFrom('notifications')
    .select(['no', 'next_try_at', 'tries', 'is_exempt'])
    .where(isOpen(db))
    .where('channel_id', channelId === null ? 'is' : '=', channelId)
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .orderBy('created_at')
    .orderBy('no')
}

async function markClaimed(
  db: Db,
  numbers: readonly number[],
  { workerSlot, now }: ClaimRequest,
): Promise<ClaimedNotification[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .updateTable('notifications')
    .set({
      claimed_by: workerSlot,
      next_try_at: whenWoken,
      tries: sql`tries + 1`,
      first_try_at: sql`coalesce(first_try_at, ${now})`,
      last_try_at: now,
    })
    .where('no', 'in', numbers)
    .returning(claimColumns.names)
    .execute()
  return rows.map((row) => toClaimed(claimColumns.read(row)))
}

function toClaimed(row: RowOf<typeof claimColumns>): ClaimedNotification {
  return { ...row, firstTryAt: row.firstTryAt ?? row.createdAt }
}

type Claim = Pick<ClaimedNotification, 'id' | 'tries'>

/**
 * Ends a row, and those that a digest stands for unless they are released, and makes what waited behind them
 * due. False, and nothing done, when the row is not claimed by us any more.
 */
export async function endNotification(
  db: Db,
  { id, tries }: Claim,
  {
    status,
    result,
    at,
    releasesAlerts = false,
  }: { status: 'SUCCESS' | 'FAILURE'; result: string; at: number; releasesAlerts?: boolean },
): Promise<boolean> {
  const ended = await db
    .updateTable('notifications')
    .set({ status, result, is_open: false, ended_at: at, claimed_by: null, sealed_event: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where(isOpen(db))
    .returning('lane')
    .executeTakeFirst()
  if (ended === undefined) return false
  const stoodFor = releasesAlerts
    ? await releaseRowsOfDigest(db, id, { result })
    : await endRowsOfDigest(db, id, { status, result, at })
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

/** Releases a row until its next try. False when it is not claimed by us any more. */
export async function postponeNotification(
  db: Db,
  { id, tries }: Claim,
  { result, until }: { result: string; until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ result, next_try_at: until, claimed_by: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where(isOpen(db))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The worker slots that have claimed rows, each by one step through the index. */
export async function claimingWorkerSlots(db: Db): Promise<number[]> {
  const { rows } = await sql<{ slot: number }>`
    with recursive slots (slot) as (
      select min(claimed_by) from notifications where claimed_by is not null
      union all
      select (select min(claimed_by) from notifications where claimed_by > slots.slot)
      from slots where slots.slot is not null
    )
    select slot from slots where slot is not null`.execute(db)
  return rows.map(({ slot }) => slot)
}

/** Whoever had claimed these rows is gone, or knows of no others than `except`: they are due at once. */
export async function voidClaims(
  db: Db,
  workerSlot: number,
  { now, except = [] }: { now: number; except?: readonly string[] },
): Promise<number> {
  await lockClaims(db)
  const query = db
    .updateTable('notifications')
    .set({ claimed_by: null, next_try_at: now })
    .where('claimed_by', '=', workerSlot)
  const { numUpdatedRows } = await (
    except.length === 0 ? query : query.where('id', 'not in', except)
  ).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
