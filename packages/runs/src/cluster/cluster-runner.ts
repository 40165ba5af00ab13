import { setTimeout as delay } from 'node:timers/promises'
import { agentsBehind } from '../agents/agents-behind.ts'
import { createRuns, type RunsDeps, type StartedRuns } from '../create-runs.ts'
import { createSignOfLife } from '../heartbeats/sign-of-life.ts'
import { giveSigns } from '../heartbeats/give-signs.ts'
import type { Runner } from '../runner.ts'
import { StandingBy } from '../runs.ts'
import { type ClusterLeases, createClusterLeases } from './cluster-leases.ts'
import { clusterTimes } from './cluster-times.ts'
import { createDuties } from './duties.ts'
import type { NamedJobs } from './held-jobs.ts'
import type { NatsSite } from './open-nats-site.ts'

export type ClusterRunnerDeps = Omit<RunsDeps, 'cluster' | 'alive'> & {
  serverId: string
  site: Pick<NatsSite, 'bus' | 'createQueue'>
  /** Makes room for results; done before the first run is published, by one server at a time. */
  prepare(): Promise<void>
  /** What one server at a time does beside the running of checks. */
  jobs: NamedJobs
  /** Whether it has shards and jobs; one that has not serves agents and takes results. */
  isScheduler: boolean
}

/** How long a server waits for another one that prepares. */
const retryMs = 250

/**
 * Every server on the database runs the checks of the shards that it has, and serves agents. Whoever makes it gives the
 * leases their beats, from the start on until it stops.
 */
export function createClusterRunner(deps: ClusterRunnerDeps): Runner & { readonly leases: ClusterLeases } {
  const { store, log, serverId, site } = deps
  const stopping = new AbortController()
  let hasStarted = false
  const duties = createDuties()
  const alive = createSignOfLife({ store, steadyMs: () => performance.now() })
  const signs = giveSigns({ alive, log })
  const leases = createClusterLeases({
    serverId,
    times: clusterTimes,
    steadyMs: () => performance.now(),
    log,
    bus: site.bus,
    keeper: deps.isScheduler
      ? {
          begin: (shards) => runs.keeper?.begin(shards),
          end: async (shards) => await runs.keeper?.end(shards),
        }
      : null,
    jobs: { ...deps.jobs, ...duties.jobs },
  })
  const runs: StartedRuns = createRuns({
    ...deps,
    alive,
    cluster: { ...site, serverId, times: clusterTimes, leases, duties },
  })

  /** Others that start at the same time make the same room. */
  async function prepare(): Promise<void> {
    for (;;) {
      const lock = await store.lockRunner()
      if (lock === null) {
        await delay(retryMs)
        continue
      }
      try {
        return await deps.prepare()
      } finally {
        await lock.release()
      }
    }
  }

  /** Before it has read what there is it would take agents and locations for unknown. */
  function running(): StartedRuns {
    if (!hasStarted) throw new StandingBy('This server is starting: try again in a moment')
    return runs
  }

  return {
    ...runs,
    leases,
    agents: agentsBehind(() => running().agents, runs.agents.close),
    startSession: async (request) => running().startSession(request),
    cancelSession: async (request) => running().cancelSession(request),
    async start() {
      await prepare()
      await signs.start()
      await runs.start()
      hasStarted = true
    },
    async stop() {
      stopping.abort()
      await signs.stop()
      await runs.stop()
    },
    waitForTrialRun: (news, waitMs, signal) =>
      runs.waitForTrialRun(news, waitMs, AbortSignal.any([signal, stopping.signal])),
    waitForSession: (sessionId, waitMs, signal) =>
      runs.waitForSession(sessionId, waitMs, AbortSignal.any([signal, stopping.signal])),
  }
}
