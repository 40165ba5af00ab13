import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { shardOf } from '@sonde/store/cluster/shard-runs.ts'
import { keepUnreadableParcel } from '@sonde/store/cluster/unreadable-parcels.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { QueuePorts } from '../queue/jetstream/jetstream-queue.ts'
import type { QueueTimes } from '../queue/run-queue.ts'
import { createOpenAttempts } from '../results/open-attempts.ts'
import type { RestoreRuns } from '../results/restore-runs.ts'
import { isTrialRun, type TrialRuns } from '../trial-runs/trial-runs.ts'
import type { ClusterParts } from './cluster-parts.ts'
import { routeToOwners } from './owner-routing.ts'

/** What the queue that servers share has to know of checks, agents and results. */
export function createQueuePorts(
  { bus, serverId, leases }: Pick<ClusterParts, 'bus' | 'serverId' | 'leases'>,
  deps: {
    store: Store
    clock: Clock
    log: Logger
    times: QueueTimes
    registry: Pick<AgentRegistry, 'isForAll'>
    restore: RestoreRuns
    /** They are made after the queue. */
    trialRuns(): Pick<TrialRuns, 'restore'>
  },
): QueuePorts {
  const { store, clock, log, times, registry, restore } = deps
  return {
    clock,
    log,
    times,
    isForAll: registry.isForAll,
    areOpen: async (runs) => await createOpenAttempts({ store, clock, trialRuns: deps.trialRuns() })(runs),
    async restore(runs) {
      const checks = runs.filter((run) => !isTrialRun(run))
      const restored = (await restore(checks)).values()
      return await Promise.all(
        runs.map(async (run) =>
          isTrialRun(run) ? await deps.trialRuns().restore(run) : (restored.next().value ?? null),
        ),
      )
    },
    keepUnreadable: async (row) => await store.write((db) => keepUnreadableParcel(db, row)),
    sharing: {
      isOwn: (checkNo) => leases.epochOf(shardOf(checkNo)) !== null,
      route: (hear) => routeToOwners({ bus, serverId, leases, hear, log }),
    },
  }
}
