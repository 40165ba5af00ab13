import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type HeartbeatEventRow = {
  id: string
  checkId: string
  state: HeartbeatState
  at: number
  source: string | null
  userAgent: string | null
}

const insertOne = prepareQuery((db, event: HeartbeatEventRow) =>
  db.insertInto('heartbeat_events').values({
    id: event.id,
    check_id: event.checkId,
    state: event.state,
    at: event.at,
    source: event.source,
    user_agent: event.userAgent,
  }),
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
  return rows.map(toEvent)
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
  return row === undefined ? null : toEvent(row)
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

/** The guarantee behind the cast: nothing but a state is ever written into the column. */
function toEvent(row: Selectable<Database['heartbeat_events']>): HeartbeatEventRow {
  return {
    id: row.id,
    checkId: row.check_id,
    state: row.state,
    at: row.at,
    source: row.source,
    userAgent: row.user_agent,
  }
}
