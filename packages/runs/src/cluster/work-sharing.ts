import type { ClusterParts } from './cluster-parts.ts'
import type { Duty } from './duties.ts'

/** Trial runs are of no check: whoever has this shard looks after them. */
const shardOfTrialRuns = 0

export type WorkSharing = ReturnType<typeof createWorkSharing>

/** What of the work beside the schedule is this server's: all of it where there is one. */
export function createWorkSharing(cluster: ClusterParts | undefined, wake: () => void) {
  let isTold = false
  const stop = cluster?.bus.subscribe('changed', () => {
    isTold = true
    wake()
  })
  return {
    has: (duty: Duty): boolean => cluster === undefined || cluster.duties.has(duty),
    hasTrialRuns: (): boolean => cluster === undefined || cluster.leases.epochOf(shardOfTrialRuns) !== null,
    /** Something was written that another server may have to follow. */
    tell: (): void => cluster?.bus.publish('changed', {}),
    /** Whether somebody has told that since the last time. */
    takeTold(): boolean {
      const wasTold = isTold
      isTold = false
      return wasTold
    },
    stop: (): void => stop?.(),
  }
}
