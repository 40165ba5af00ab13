import { chunks } from '@sonde/ground/chunks.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { NotificationStatus } from '@sonde/schema/alerts/alert.ts'
import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { type Headline, headlineOf } from '@sonde/schema/check-types/headline.ts'
import { variableGroupOf } from '@sonde/schema/variables/variable-group.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { isOpen, lockBusyLanes, whenWoken } from './notification-lanes.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'

/** One message to one target of one channel, as it is decided. */
export type NewNotification = {
  id: string
  accountId: string
  /** Rows of one lane are sent one after the other, in the order in which they were inserted. */
  lane: string
  /** Null: a mail of the service itself, to `target`. */
  channelId: number | null
  channelType: ChannelType
  /** One address, one Slack channel; null where the channel itself is the target. */
  target: string | null
  shownConfig: Readonly<JsonObject>
  checkId: string | null
  checkType: CheckType | null
  alertId: string | null
  resultId: string | null
  event: AlertEvent
  /** All of the event, for one with a secret in it: `event` is then as much as lists show. */
  sealedEvent?: string
  /**
   * Whether it goes out whatever the budget of its channel. A digest stands for alerts only, and a budget is that of
   * a channel: everything else must be exempt.
   */
  isExempt: boolean
  createdAt: number
}

/** What an open row waits for: its time, an answer, the end of the row before it, or its digest. */
export type WaitsFor = 'NEXT_TRY' | 'ANSWER' | 'EARLIER_NOTIFICATION' | 'DIGEST'

export type NotificationRow = Omit<NewNotification, 'event' | 'sealedEvent' | 'isExempt' | 'lane'> & {
  /** Grows with every row. */
  no: number
  headline: Headline
  status: NotificationStatus
  /** Whether something is still to be done for it. */
  isOpen: boolean
  tries: number
  /** Null when it has ended. */
  waitsFor: WaitsFor | null
  /** Null unless it waits for that. */
  nextTryAt: number | null
  digestId: string | null
  /** What became of the last try. */
  result: string | null
  firstTryAt: number | null
  lastTryAt: number | null
  endedAt: number | null
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

/** Closes what waits for a channel that is being deleted: nothing more is sent. */
export async function dropNotificationsOf(db: Db, channelId: number, at: number): Promise<void> {
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
    .where('channel_id', '=', channelId)
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
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('no', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(toNotification), total: Number(total) }
}

/** Safe because `toColumns` is all that writes the column, and it is given an event. */
export function eventIn(text: string): AlertEvent {
  return JSON.parse(text) as AlertEvent
}

function toColumns(row: NewNotification): Insertable<Database['notifications']> {
  return {
    id: row.id,
    account_id: row.accountId,
    lane: row.lane,
    channel_id: row.channelId,
    channel_type: row.channelType,
    target: row.target,
    shown_config: JSON.stringify(row.shownConfig),
    check_id: row.checkId,
    check_type: row.checkType,
    alert_id: row.alertId,
    result_id: row.resultId,
    event: JSON.stringify(row.event),
    sealed_event: row.sealedEvent ?? null,
    group_id: variableGroupOf(row.event),
    is_exempt: row.isExempt,
    status: 'IN_PROGRESS',
    is_open: true,
    tries: 0,
    next_try_at: row.createdAt,
    created_at: row.createdAt,
  }
}

function waitOf(row: Selectable<Database['notifications']>): WaitsFor | null {
  if (!row.is_open) return null
  if (row.claimed_by !== null) return 'ANSWER'
  if (row.status === 'RATE_LIMITED') return 'DIGEST'
  return row.next_try_at === whenWoken ? 'EARLIER_NOTIFICATION' : 'NEXT_TRY'
}

function toNotification(row: Selectable<Database['notifications']>): NotificationRow {
  const waitsFor = waitOf(row)
  return {
    no: row.no,
    id: row.id,
    accountId: row.account_id,
    channelId: row.channel_id,
    channelType: row.channel_type,
    target: row.target,
    shownConfig: parseJsonObject(row.shown_config),
    checkId: row.check_id,
    checkType: row.check_type,
    alertId: row.alert_id,
    resultId: row.result_id,
    headline: headlineOf(eventIn(row.event)),
    status: row.status,
    isOpen: Boolean(row.is_open),
    tries: row.tries,
    waitsFor,
    nextTryAt: waitsFor === 'NEXT_TRY' ? row.next_try_at : null,
    digestId: row.digest_id,
    result: row.result,
    createdAt: row.created_at,
    firstTryAt: row.first_try_at,
    lastTryAt: row.last_try_at,
    endedAt: row.ended_at,
  }
}
