import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { type Buckets, bucketExpression } from '../results/measured-values.ts'

export type HeartbeatTally = { checkId: string; state: HeartbeatState; bucket: number; count: number }

/**
 * How many events of each state these checks had: from inclusive, to exclusive, all states unless told. All of
 * them are in the bucket 0 unless buckets are given.
 */
export async function heartbeatTally(
  db: Db,
  scope: {
    checkIds: readonly string[]
    from: number
    to: number
    states?: readonly HeartbeatState[]
    buckets?: Buckets
  },
): Promise<HeartbeatTally[]> {
  const { checkIds, from, to, states, buckets } = scope
  if (checkIds.length === 0 || states?.length === 0) return []
  let query = db
    .selectFrom('heartbeat_events')
    .select([
      'check_id',
      'state',
      (buckets === undefined ? sql<number>`0` : bucketExpression(buckets, 'at')).as('bucket'),
      sql<number>`count(*)`.as('count'),
    ])
    .where('check_id', 'in', [...checkIds])
    .where('at', '>=', from)
    .where('at', '<', to)
  if (states !== undefined) query = query.where('state', 'in', [...states])
  const rows = await query.groupBy(['check_id', 'state', sql`3`]).execute()
  return rows.map(({ check_id: checkId, state, bucket, count }) => ({
    checkId,
    state,
    bucket: Number(bucket),
    count: Number(count),
  }))
}
