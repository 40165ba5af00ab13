import { readHeartbeatStats } from '@sonde/analytics/heartbeat-stats.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import type {
  HeartbeatAvailability,
  HeartbeatEvent,
  HeartbeatStats,
} from '@sonde/schema/check-types/heartbeat/heartbeat-event.ts'
import { type CheckRow, findCheck } from '@sonde/store/checks/checks.ts'
import type { HeartbeatEventRow } from '@sonde/store/heartbeats/heartbeat-events.ts'
import { isPingedType } from '@sonde/schema/check-types/check-kinds.ts'
import { heartbeatTally } from '@sonde/store/heartbeats/heartbeat-tally.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import { notFound } from '@sonde/actions/refusal.ts'

/** Refused when the account has no such heartbeat monitor. */
export async function knownHeartbeat(
  db: Db,
  { accountId, checkId }: { accountId: string; checkId: string },
): Promise<CheckRow> {
  const check = await findCheck(db, { accountId, id: checkId })
  if (check === null || !isPingedType(check.checkType)) throw notFound('heartbeat monitor')
  return check
}

/** Of a window, beside the equally long time before it. */
export async function availabilityIn(
  deps: Pick<ApiDeps, 'store'>,
  checkId: string,
  { from, to }: { from: number; to: number },
): Promise<HeartbeatAvailability> {
  const ratioIn = async (window: { from: number; to: number }) => {
    const stats = await readHeartbeatStats(deps, { checkIds: [checkId], window, states: null })
    return stats.get(checkId)?.availability ?? null
  }
  const tallies = await heartbeatTally(deps.store.read, { checkIds: [checkId], from, to })
  return {
    successRatio: {
      previousPeriod: await ratioIn({ from: from - (to - from), to: from }),
      currentPeriod: await ratioIn({ from, to }),
    },
    totalEntitiesCurrentPeriod: tallies.reduce((sum, { count }) => sum + count, 0),
  }
}

export async function heartbeatStats(deps: Pick<ApiDeps, 'store'>, checkId: string): Promise<HeartbeatStats> {
  // By the time that events are told by; what happens in this very millisecond counts.
  const to = (await deps.store.now(deps.store.read)) + 1
  return {
    last24Hours: await availabilityIn(deps, checkId, { from: to - dayMs, to }),
    last7Days: await availabilityIn(deps, checkId, { from: to - 7 * dayMs, to }),
  }
}

export function eventAnswer({ id, state, at, source, userAgent, reason }: HeartbeatEventRow): HeartbeatEvent {
  return { id, state, timestamp: new Date(at).toISOString(), source, userAgent, reason }
}
