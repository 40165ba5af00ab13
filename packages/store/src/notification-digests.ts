import type { AlertEvent } from '@sonde/schema/alert-event.ts'
import type { Db } from './database.ts'
import { isSqlite } from './engine-of.ts'
import { type JsonObject, parseJsonObject } from './json-column.ts'
import type { LimitedGroup } from './notification-budgets.ts'
import { isOpen } from './notification-lanes.ts'
import { eventIn } from './notifications.ts'

/** The digests of one target of a channel follow one another. */
export function digestLane({ channelId, target }: Pick<LimitedGroup, 'channelId' | 'target'>): string {
  return ['digest', channelId, ...(target === null ? [] : [target])].join('/')
}

/** Whether one was made since then, or one is still on its way. */
export async function hasDigest(db: Db, group: LimitedGroup, since: number): Promise<boolean> {
  const lane = digestLane(group)
  const open = await db
    .selectFrom('notifications')
    .select('no')
    .where(isOpen(db))
    .where('lane', '=', lane)
    .limit(1)
    .executeTakeFirst()
  if (open !== undefined) return true
  const recent = await db
    .selectFrom('notifications')
    .select('no')
    .where('account_id', '=', group.accountId)
    .where('created_at', '>', since)
    .where('lane', '=', lane)
    .limit(1)
    .executeTakeFirst()
  return recent !== undefined
}

/** The alerts that wait for a digest of this target, oldest first. */
export async function limitedAlerts(
  db: Db,
  { channelId, target }: LimitedGroup,
  limit: number,
): Promise<{ no: number; event: AlertEvent; shownConfig: JsonObject }[]> {
  const query = db
    .selectFrom('notifications')
    .select(['no', 'event', 'shown_config'])
    .where('status', '=', 'RATE_LIMITED')
    .where('digest_id', 'is', null)
    .where(isOpen(db))
    .where('channel_id', '=', channelId)
    .where('target', target === null ? 'is' : '=', target)
    .orderBy('no')
    .limit(limit)
  const rows = await (isSqlite(db) ? query : query.forUpdate()).execute()
  return rows.map((row) => ({
    no: row.no,
    event: eventIn(row.event),
    shownConfig: parseJsonObject(row.shown_config),
  }))
}

export async function assignDigest(db: Db, digestId: string, numbers: readonly number[]): Promise<void> {
  await db.updateTable('notifications').set({ digest_id: digestId }).where('no', 'in', numbers).execute()
}
