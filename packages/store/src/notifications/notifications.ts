import { chunks } from '@sonde/ground/chunks.ts'
import { type Headline, headlineOf } from '@sonde/schema/check-types/headline.ts'
import { variableGroupOf } from '@sonde/schema/variables/variable-group.ts'
import type { Insertable } from 'kysely'
import type { RowOf } from '../engine/column-list.ts'
import type { Database, Db } from '../engine/database.ts'
import { notificationColumns } from './notification-columns.ts'
import { isOpen, lockBusyLanes, whenWoken } from './notification-lanes.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'

const newColumns = notificationColumns.pick(
  'id',
  'accountId',
  'lane',
  'channelId',
  'channelType',
  'target',
  'shownConfig',
  'checkId',
  'checkType',
  'alertId',
  'resultId',
  'event',
  'sealedEvent',
  'isExempt',
  'createdAt',
)

/** One message to one target of one channel, as it is decided. */
export type NewNotification = Omit<RowOf<typeof newColumns>, 'sealedEvent'> & { sealedEvent?: string }

/** What an open row waits for: its time, an answer, the end of the row before it, or its digest. */
export type WaitsFor = 'NEXT_TRY' | 'ANSWER' | 'EARLIER_NOTIFICATION' | 'DIGEST'

const listedColumns = notificationColumns.omit('lane', 'sealedEvent', 'groupId', 'isExempt')
type ListedRow = RowOf<typeof listedColumns>

export type NotificationRow = Omit<ListedRow, 'event' | 'claimedBy' | 'nextTryAt'> & {
  headline: Headline
  /** Null when it has ended. */
  waitsFor: WaitsFor | null
  /** Null unless it waits for that. */
  nextTryAt: number | null
}

export function notificationSealContext(id: string): string {
  return `notifications/${id}`
}

/**
 * Call it in the write that decides to send. Two writes that insert into the same lane must exclude each
 * other, as those of one check do by its state: their order is the order of delivery.
 */
export async function insertNotifications(db: Db, rows: readonly NewNotification[]): Promise<void> {
  const busy = await lockBusyLanes(
    db,
    rows.map(({ lane }) => lane),
  )
  const values = rows.map((row) => {
    const waits = busy.has(row.lane)
    busy.add(row.lane)
    return { ...toColumns(row), next_try_at: waits ? whenWoken : row.createdAt }
  })
  for (const chunk of chunks(values, rowsPerStatement)) {
    await db.insertInto('notifications').values(chunk).execute()
  }
}

/** Notes a message that was sent at once and not through the outbox. */
export async function insertSentNotification(
  db: Db,
  row: NewNotification,
  { status, result, at }: { status: 'SUCCESS' | 'FAILURE'; result: string; at: number },
): Promise<void> {
  const sent = { first_try_at: row.createdAt, last_try_at: row.createdAt, ended_at: at, tries: 1 }
  await db
    .insertInto('notifications')
    .values({ ...toColumns(row), ...sent, status, result, is_open: false })
    .execute()
}

/** Closes what waits for channels that are being deleted: nothing more is sent. */
export async function dropNotificationsOf(db: Db, channelIds: readonly number[], at: number): Promise<void> {
  if (channelIds.length === 0) return
  await db
    .updateTable('notifications')
    .set({
      status: 'FAILURE',
      is_open: false,
      claimed_by: null,
      ended_at: at,
      result: 'channel deleted',
    })
    .where(isOpen(db))
    .where('channel_id', 'in', channelIds)
    .execute()
}

/** `from` inclusive, `to` exclusive, by when the row was written. */
export type NotificationPage = {
  accountId: string
  from: number
  to: number
  channelId?: number | undefined
  /** Those that were given up. */
  onlyFailures?: boolean | undefined
  limit: number
  offset: number
}

/** One page, newest first, and how many rows the window holds in all. */
export async function listNotifications(
  db: Db,
  page: NotificationPage,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const accountId = canonicalUuid(page.accountId)
  if (accountId === null) return { rows: [], total: 0 }
  let matching = db
    .selectFrom('notifications')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
  if (page.channelId !== undefined) matching = matching.where('channel_id', '=', page.channelId)
  if (page.onlyFailures === true) matching = matching.where('status', '=', 'FAILURE')
  const rows = await matching
    .select(listedColumns.names)
    .orderBy('created_at', 'desc')
    .orderBy('no', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map((row) => toNotification(listedColumns.read(row))), total: Number(total) }
}

function toColumns(row: NewNotification): Insertable<Database['notifications']> {
  return {
    ...newColumns.write({ ...row, sealedEvent: row.sealedEvent ?? null }),
    group_id: variableGroupOf(row.event),
    status: 'IN_PROGRESS',
    is_open: true,
    tries: 0,
    next_try_at: row.createdAt,
  }
}

function waitOf({ isOpen: isWaiting, claimedBy, status, nextTryAt }: ListedRow): WaitsFor | null {
  if (!isWaiting) return null
  if (claimedBy !== null) return 'ANSWER'
  if (status === 'RATE_LIMITED') return 'DIGEST'
  return nextTryAt === whenWoken ? 'EARLIER_NOTIFICATION' : 'NEXT_TRY'
}

function toNotification(row: ListedRow): NotificationRow {
  const { event, claimedBy: _claimedBy, nextTryAt, ...listed } = row
  const waitsFor = waitOf(row)
  return {
    ...listed,
    headline: headlineOf(event),
    waitsFor,
    nextTryAt: waitsFor === 'NEXT_TRY' ? nextTryAt : null,
  }
}
