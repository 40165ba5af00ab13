import type { NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { notificationColumns } from './notification-columns.ts'
import { isOpen } from './notification-lanes.ts'

/**
 * Until the write ends, nobody else tells of the channels of the account. To be called before the write
 * touches a notification, so that everybody locks the account before its rows.
 */
export async function lockTroubleNotices(db: Db, accountId: string): Promise<void> {
  if (isSqlite(db)) return
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

export async function beginTrouble(db: Db, channelId: number, at: number): Promise<void> {
  await db.updateTable('alert_channels').set({ trouble_since: at }).where('id', '=', channelId).execute()
}

export async function endTrouble(db: Db, channelId: number): Promise<void> {
  await db
    .updateTable('alert_channels')
    .set({ trouble_since: null })
    .where('id', '=', channelId)
    .where('trouble_since', 'is not', null)
    .execute()
}

/** Takes back that others were told at that time; what was told of it since then stays. */
export async function undoTrouble(db: Db, channelId: number, toldAt: number): Promise<void> {
  await db
    .updateTable('alert_channels')
    .set({ trouble_since: null })
    .where('id', '=', channelId)
    .where('trouble_since', '=', toldAt)
    .execute()
}

/** Those who answer for an account, and can be reached: the name of an address in `.invalid` leads nowhere. */
export async function adminAddresses(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', 'in', ['OWNER', 'ADMIN'])
    .orderBy('users.email')
    .execute()
  return rows.map(({ email }) => email).filter((email) => !email.toLowerCase().endsWith('.invalid'))
}

const noticeColumns = notificationColumns.pick('id', 'channelId', 'status', 'isOpen', 'event')

/** `channelId` is null for one that goes by mail of the service itself. */
export type WrittenNotice = RowOf<typeof noticeColumns> & { event: NoticeEvent }

/** The notices of the account that were written at that time or later. */
export async function noticesSince(db: Db, accountId: string, since: number): Promise<WrittenNotice[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(noticeColumns.names)
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('lane', 'like', 'notice/%')
    .execute()
  return rows.map(noticeColumns.read).flatMap(withNotice)
}

/** Those of the channels whose last try failed: a row of theirs is to be tried again, and none was taken since. */
export async function channelsNotTaking(db: Db, channelIds: readonly number[]): Promise<Set<number>> {
  if (channelIds.length === 0) return new Set()
  const failed = await db
    .selectFrom('notifications')
    .select((row) => ['channel_id', row.fn.max('last_try_at').as('failed_at')])
    .where(isOpen(db))
    .where('channel_id', 'in', channelIds)
    .where('status', '=', 'IN_PROGRESS')
    .where('result', 'is not', null)
    .groupBy('channel_id')
    .execute()
  const found = new Set<number>()
  for (const { channel_id: id, failed_at: failedAt } of failed) {
    if (id === null) continue
    const taken = await db
      .selectFrom('notifications')
      .select('no')
      .where('channel_id', '=', id)
      .where('first_try_at', '>=', failedAt)
      .where('status', '=', 'SUCCESS')
      .limit(1)
      .executeTakeFirst()
    if (taken === undefined) found.add(id)
  }
  return found
}

/** Those of the channels that refused, for good, the last message whose outcome is known. */
export async function channelsThatRefused(db: Db, channelIds: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const id of channelIds) {
    const last = await db
      .selectFrom('notifications')
      .select('status')
      .where('channel_id', '=', id)
      .where('first_try_at', 'is not', null)
      .where('status', 'in', ['SUCCESS', 'FAILURE'])
      .orderBy('first_try_at', 'desc')
      .orderBy('no', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last?.status === 'FAILURE') found.add(id)
  }
  return found
}

/** Notices to the channel that nobody has tried yet. They stay so until the write ends. */
export async function untriedNoticesTo(db: Db, channelId: number): Promise<WrittenNotice[]> {
  const query = db
    .selectFrom('notifications')
    .select(noticeColumns.names)
    .where(isOpen(db))
    .where('channel_id', '=', channelId)
    .where('lane', 'like', 'notice/%')
    .where('tries', '=', 0)
    .orderBy('no')
  const rows = await (isSqlite(db) ? query : query.forUpdate().skipLocked()).execute()
  return rows.map(noticeColumns.read).flatMap(withNotice)
}

/** For what was decided and is not to be sent after all: nobody has tried it, so nothing is left to tell of it. */
export async function deleteUntried(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('notifications').where('id', 'in', ids).where('tries', '=', 0).execute()
}

function withNotice({ event, ...row }: RowOf<typeof noticeColumns>): WrittenNotice[] {
  return event.kind === 'notice' ? [{ ...row, event }] : []
}
