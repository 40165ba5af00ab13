import { addTimes, createTiming } from '@sonde/analytics/prometheus/histogram.ts'
import type { RunStats } from '@sonde/runs/run-stats.ts'

const times = createTiming([0.1, 1])
addTimes(times, [50, 500, 5_000])

/** Of a server that shares the checks with others. */
export const someRunStats: RunStats = {
  queued: 7,
  inflight: 3,
  stored: 11,
  intake: { waiting: 0, refused: 0, storing: times },
  duplicates: 6,
  dropped: 2,
  agentLost: 1,
  checks: 5,
  dispatch: { dispatched: 40, missed: 8, lateness: times, writing: times },
  parcels: {
    published: { new: 9, duplicate: 1, again: 2, dropped: 0 },
    publishing: times,
    delivered: { '1': 9, '2': 1, more: 0 },
    split: 1,
    unreadable: 0,
  },
  shards: null,
  heldByAgent: async () => new Map(),
}
