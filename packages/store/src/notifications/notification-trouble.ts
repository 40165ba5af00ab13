import type { NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { notificationColumns } from './notification-columns.ts'

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
  return rows
    .map(noticeColumns.read)
    .flatMap(({ event, ...row }) => (event.kind === 'notice' ? [{ ...row, event }] : []))
}
