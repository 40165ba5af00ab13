import type { NotificationStatus } from '@sonde/schema/alerts/alert.ts'
import type { NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { eventIn } from './notifications.ts'

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

export type WrittenNotice = {
  id: string
  /** Null: by mail of the service itself. */
  channelId: number | null
  status: NotificationStatus
  isOpen: boolean
  event: NoticeEvent
}

/** The notices of the account that were written at that time or later. */
export async function noticesSince(db: Db, accountId: string, since: number): Promise<WrittenNotice[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'channel_id', 'status', 'is_open', 'event'])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('lane', 'like', 'notice/%')
    .execute()
  return rows.flatMap((row) => {
    const event = eventIn(row.event)
    if (event.kind !== 'notice') return []
    return [
      {
        id: row.id,
        channelId: row.channel_id,
        status: row.status,
        isOpen: Boolean(row.is_open),
        event,
      },
    ]
  })
}
