import type { HeartbeatState } from '@sonde/schema/heartbeat-state.ts'
import { sql } from 'kysely'
import type { Db } from './database.ts'

export type HeartbeatTally = { checkId: string; state: string; count: number }

/** How many events of each state these checks had: from inclusive, to exclusive, all states unless told. */
export async function heartbeatTally(
  db: Db,
  scope: { checkIds: readonly string[]; from: number; to: number; states?: readonly HeartbeatState[] },
): Promise<HeartbeatTally[]> {
  const { checkIds, from, to, states } = scope
  if (checkIds.length === 0 || states?.length === 0) return []
  let query = db
    .selectFrom('heartbeat_events')
    .select(['check_id', 'state', sql<number>`count(*)`.as('count')])
    .where('check_id', 'in', [...checkIds])
    .where('at', '>=', from)
    .where('at', '<', to)
  if (states !== undefined) query = query.where('state', 'in', [...states])
  const rows = await query.groupBy(['check_id', 'state']).execute()
  return rows.map(({ check_id: checkId, state, count }) => ({ checkId, state, count: Number(count) }))
}
