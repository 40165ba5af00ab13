import { sql } from 'kysely'
import type { RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { clockErrorMs, type LimitedGroup } from './notification-budgets.ts'
import { isOpen, whenWoken } from './notification-lanes.ts'
import { notificationColumns } from './notification-columns.ts'

/** What one digest of a target may stand for: alerts that share the variables which their channel uses. */
export type DigestScope = LimitedGroup & {
  /** The group whose variables the digest uses. */
  groupId: number | null
  /** The groups whose alerts it takes; null: whatever their group is. */
  groupIds: readonly (number | null)[] | null
}

/** The digests of one scope follow one another. */
export function digestLane({
  channelId,
  target,
  groupId,
}: Pick<DigestScope, 'channelId' | 'target' | 'groupId'>): string {
  const parts = [target, groupId === null ? null : `group-${groupId}`]
  return ['digest', channelId, ...parts.filter((part) => part !== null)].join('/')
}

/**
 * Whether one is still on its way, or the last one was made so short ago that what was held back since has to
 * wait. What did not fit into that one goes at once.
 */
export async function hasDigest(
  db: Db,
  scope: DigestScope,
  { now, betweenMs }: { now: number; betweenMs: number },
): Promise<boolean> {
  const lane = digestLane(scope)
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
    .select('created_at')
    .where('check_id', 'is', null)
    .where('created_at', '>', now - betweenMs)
    .where('created_at', '<=', now + clockErrorMs)
    .where('lane', '=', lane)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (recent === undefined) return false
  const leftOut = await limitedRows(db, scope)
    .select('no')
    .where('last_try_at', '<', recent.created_at)
    .limit(1)
    .executeTakeFirst()
  return leftOut === undefined
}

/** The groups of the alerts of a channel that wait for a digest, each by one step through the index. */
export async function limitedVariableGroups(db: Db, channelId: number): Promise<(number | null)[]> {
  const limited = sql`status = 'RATE_LIMITED' and digest_id is null and ${isOpen(db)}
    and channel_id = ${channelId}`
  const { rows } = await sql<{ id: number | null }>`
    with recursive ids (id) as (
      select (select group_id from notifications where ${limited} and group_id is not null
        order by group_id limit 1)
      union all
      select (select group_id from notifications where ${limited} and group_id > ids.id
        order by group_id limit 1)
      from ids where ids.id is not null
    )
    select id from ids where id is not null
    union all
    select null as id where exists (select 1 from notifications where ${limited} and group_id is null)
  `.execute(db)
  return rows.map(({ id }) => id)
}

const alertColumns = notificationColumns.pick('no', 'lane', 'event', 'shownConfig', 'groupId', 'isExempt')
type QueuedAlert = RowOf<typeof alertColumns>

export type DigestAlert = Pick<QueuedAlert, 'no' | 'event' | 'shownConfig'>

/**
 * The alerts that wait for this digest and what waits behind them, oldest first: a lane that is held back
 * catches up at once instead of alert by alert. What may go out by itself and ends a lane does so.
 */
export async function alertsForDigest(db: Db, scope: DigestScope, limit: number): Promise<DigestAlert[]> {
  const heads = await limitedAlerts(db, scope, limit)
  const behind = await alertsBehind(db, [...new Set(heads.map(({ lane }) => lane))], limit)
  const inOrder = [...heads, ...behind].toSorted((a, b) => a.no - b.no)
  const chosen = withoutLoneEnds(ofScope(inOrder, scope)).slice(0, limit)
  return await lockAlerts(db, chosen)
}

/** In the order of the index, which is that in which they were held back. */
async function limitedAlerts(db: Db, scope: DigestScope, limit: number): Promise<QueuedAlert[]> {
  const rows = await limitedRows(db, scope)
    .select(alertColumns.names)
    .orderBy('target')
    .orderBy('last_try_at')
    .orderBy('no')
    .limit(limit)
    .execute()
  return rows.map(alertColumns.read)
}

function limitedRows(db: Db, { channelId, target, groupIds }: DigestScope) {
  const query = db
    .selectFrom('notifications')
    .where(sql<boolean>`status = 'RATE_LIMITED' and digest_id is null and last_try_at is not null`)
    .where('channel_id', '=', channelId)
    .where('target', target === null ? 'is' : '=', target)
  if (groupIds === null) return query
  const ids = groupIds.filter((id) => id !== null)
  return query.where((is) =>
    is.or([
      ...(ids.length === 0 ? [] : [is('group_id', 'in', ids)]),
      ...(groupIds.includes(null) ? [is('group_id', 'is', null)] : []),
    ]),
  )
}

async function alertsBehind(db: Db, lanes: readonly string[], limit: number): Promise<QueuedAlert[]> {
  if (lanes.length === 0) return []
  const rows = await db
    .selectFrom('notifications')
    .select(alertColumns.names)
    .where(isOpen(db))
    .where('lane', 'in', lanes)
    .where('status', '=', 'IN_PROGRESS')
    .where('tries', '=', 0)
    .where('next_try_at', '=', sql.lit(whenWoken))
    .orderBy('no')
    .limit(limit)
    .execute()
  return rows.map(alertColumns.read)
}

/** Of a check that has changed its group, up to the change: the rest is for another digest, after this one. */
function ofScope(inOrder: readonly QueuedAlert[], { groupIds }: DigestScope): QueuedAlert[] {
  if (groupIds === null) return [...inOrder]
  const cut = new Set<string>()
  return inOrder.filter(({ lane, groupId }) => {
    if (!groupIds.includes(groupId)) cut.add(lane)
    return !cut.has(lane)
  })
}

function withoutLoneEnds(inOrder: readonly QueuedAlert[]): QueuedAlert[] {
  const goesOn = new Set<string>()
  return inOrder
    .toReversed()
    .filter(({ lane, isExempt }) => {
      if (!isExempt) goesOn.add(lane)
      return goesOn.has(lane)
    })
    .toReversed()
}

/** In the order of their numbers, as those lock them who write behind them. */
async function lockAlerts(db: Db, alerts: readonly QueuedAlert[]): Promise<DigestAlert[]> {
  if (isSqlite(db) || alerts.length === 0) return [...alerts]
  const rows = await db
    .selectFrom('notifications')
    .select('no')
    .where(
      'no',
      'in',
      alerts.map(({ no }) => no),
    )
    .where(isOpen(db))
    .orderBy('no')
    .forUpdate()
    .execute()
  const locked = new Set(rows.map(({ no }) => no))
  return alerts.filter(({ no }) => locked.has(no))
}

export async function assignDigest(
  db: Db,
  { digestId, numbers, at }: { digestId: string; numbers: readonly number[]; at: number },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({
      digest_id: digestId,
      status: 'RATE_LIMITED',
      last_try_at: sql`coalesce(last_try_at, ${at})`,
      result: sql`coalesce(result, 'waited behind an alert that goes out with a digest: goes with it')`,
    })
    .where('no', 'in', numbers)
    .execute()
}

/** Whether the receiver has taken something else that was first tried since then. */
export async function hasTakenSince(
  db: Db,
  { channelId, target, groupId }: { channelId: number; target: string | null; groupId: number | null },
  since: number,
): Promise<boolean> {
  let query = db
    .selectFrom('notifications')
    .select('no')
    .where('channel_id', '=', channelId)
    .where('first_try_at', '>=', since)
    .where('target', target === null ? 'is' : '=', target)
    .where('status', '=', 'SUCCESS')
    .limit(1)
  if (groupId !== null) query = query.where('group_id', '=', groupId)
  return (await query.executeTakeFirst()) !== undefined
}

/** What a digest stood for is to be sent one by one, whatever the budget. Gives the lanes to wake. */
export async function releaseRowsOfDigest(
  db: Db,
  digestId: string,
  { result }: { result: string },
): Promise<string[]> {
  const query = db
    .selectFrom('notifications')
    .select('lane')
    .where('digest_id', '=', digestId)
    .where(isOpen(db))
    .orderBy('no')
  const rows = await (isSqlite(db) ? query : query.forUpdate()).execute()
  await db
    .updateTable('notifications')
    .set({
      status: 'IN_PROGRESS',
      is_exempt: true,
      digest_id: null,
      next_try_at: whenWoken,
      result: `sent alone, digest ${digestId} failed: ${result}`.slice(0, 4_096),
    })
    .where('digest_id', '=', digestId)
    .where(isOpen(db))
    .execute()
  return rows.map(({ lane }) => lane)
}
