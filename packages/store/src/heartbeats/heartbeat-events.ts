import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('heartbeat_events', {
  id: 'id',
  checkId: 'check_id',
  state: 'state',
  at: 'at',
  source: 'source',
  userAgent: 'user_agent',
  reason: 'reason',
})

export type HeartbeatEventRow = RowOf<typeof columns>

const insertOne = prepareQuery((db, event: HeartbeatEventRow) =>
  db.insertInto('heartbeat_events').values(columns.write(event)),
)

export async function insertHeartbeatEvent(db: Db, event: HeartbeatEventRow): Promise<void> {
  await insertOne(db, event)
}

/** Newest first, `from` inclusive, `to` exclusive. */
export async function listHeartbeatEvents(
  db: Db,
  scope: { checkId: string; from?: number | undefined; to?: number | undefined; limit: number },
): Promise<HeartbeatEventRow[]> {
  const checkId = canonicalUuid(scope.checkId)
  if (checkId === null) return []
  let query = db.selectFrom('heartbeat_events').selectAll().where('check_id', '=', checkId)
  if (scope.from !== undefined) query = query.where('at', '>=', scope.from)
  if (scope.to !== undefined) query = query.where('at', '<', scope.to)
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(scope.limit).execute()
  return rows.map(columns.read)
}

/** When the oldest and the newest event was that is kept; null when there is none. */
export async function findEventExtent(
  db: Db,
  checkId: string,
): Promise<{ firstAt: number; lastAt: number } | null> {
  const id = canonicalUuid(checkId)
  if (id === null) return null
  const row = await db
    .selectFrom('heartbeat_events')
    .select(({ fn }) => [fn.min('at').as('first'), fn.max('at').as('last')])
    .where('check_id', '=', id)
    .executeTakeFirst()
  const { first = null, last = null } = row ?? {}
  return first === null || last === null ? null : { firstAt: Number(first), lastAt: Number(last) }
}

export async function findHeartbeatEvent(
  db: Db,
  key: { checkId: string; id: string },
): Promise<HeartbeatEventRow | null> {
  const [checkId, id] = [canonicalUuid(key.checkId), canonicalUuid(key.id)]
  if (checkId === null || id === null) return null
  const row = await db
    .selectFrom('heartbeat_events')
    .selectAll()
    .where('id', '=', id)
    .where('check_id', '=', checkId)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** So few that deleting them is over before anybody notices. */
const rowsPerStep = 500

/** Deletes one step of old events. True when there may be more. */
export async function deleteOldHeartbeatEvents(db: Db, before: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('heartbeat_events')
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('heartbeat_events')
        .select('id')
        .where('at', '<', before)
        .orderBy('at')
        .limit(rowsPerStep),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows >= BigInt(rowsPerStep)
}
