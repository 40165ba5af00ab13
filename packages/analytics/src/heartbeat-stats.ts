import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { heartbeatTally } from '@sonde/store/heartbeats/heartbeat-tally.ts'
import { pingCounts } from './ping-counts.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'
import { availabilityOf } from './aggregate-metric.ts'
import type { TimeWindow } from './time-window.ts'

export type HeartbeatEventStats = {
  availability: number | null
  /** How many that is of. */
  events: number
  retries: number
}

/** By the ids of the checks; those without any event are missing. Nothing about a heartbeat is ever tried again. */
export async function readHeartbeatStats(
  { store }: Pick<AnalyticsDeps, 'store'>,
  request: {
    checkIds: readonly string[]
    window: TimeWindow
    /** Only events of these; null for all. */
    states: readonly HeartbeatState[] | null
  },
): Promise<Map<string, HeartbeatEventStats>> {
  const { checkIds, window, states } = request
  const tallies = await heartbeatTally(store.read, {
    checkIds,
    ...window,
    ...(states === null ? {} : { states }),
  })
  const byCheck = Map.groupBy(tallies, ({ checkId }) => checkId)
  return new Map(
    [...byCheck].map(([checkId, ofCheck]) => {
      const counts = pingCounts(ofCheck)
      return [checkId, { availability: availabilityOf(counts), events: counts.runs, retries: 0 }]
    }),
  )
}
