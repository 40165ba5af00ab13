import { setTimeout as delay } from 'node:timers/promises'
import { minuteMs } from '@sonde/ground/durations.ts'
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
  site: Pick<NatsSite, 'bus' | 'createQueue' | 'downMs'>
  /** Makes room for results; done before the first run is published, by one server at a time. */
  prepare(): Promise<void>
  /** What one server at a time does beside the running of checks. */
  jobs: NamedJobs
  /** Aborted when nobody waits for the start any more. */
  starting: AbortSignal
  /** How long another server may prepare; 10 minutes unless told. */
  longestPrepareMs?: number
  /** Whether it has shards and jobs; one that has not serves agents and takes results. */
  isScheduler: boolean
}

/** How often a server looks whether another one has prepared. */
const retryMs = 250
/** Whoever takes longer is stuck, and starting beside it would be no better. */
const longestWaitMs = 10 * minuteMs

/** The server cannot start, for a reason that an operator is told. */
export class CannotPrepare extends Error {}

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
    const beganAt = performance.now()
    for (;;) {
      const lock = await store.lockRunner()
      if (lock === null) {
        if (performance.now() - beganAt > (deps.longestPrepareMs ?? longestWaitMs)) {
          throw new CannotPrepare(
            'another server has been preparing the database for 10 minutes: look at its log',
          )
        }
        await delay(retryMs, undefined, { signal: deps.starting })
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

  /** Others have runs to hand out. Where nobody reaches NATS, an agent waits as well here as anywhere. */
  function isLeftOut(): boolean {
    const others = leases.living().filter(({ id, roles }) => id !== serverId && roles.includes('api'))
    return (site.downMs() ?? 0) > clusterTimes.withoutNatsMs && others.some(({ hasNats }) => hasNats)
  }

  const agents = agentsBehind(() => running().agents, runs.agents.close)
  return {
    ...runs,
    leases,
    agents: {
      ...agents,
      async lease(caller, body, signal) {
        if (isLeftOut()) throw new StandingBy('This server does not reach NATS: another one has runs')
        return await agents.lease(caller, body, signal)
      },
    },
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
