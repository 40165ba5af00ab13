import type { Readiness } from '@sonde/api/operations/readiness.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { ClusterLeases } from '@sonde/runs/cluster/cluster-leases.ts'
import { clusterTimes } from '@sonde/runs/cluster/cluster-times.ts'
import type { DatabaseClock } from '@sonde/runs/cluster/database-clock.ts'
import { createPresence, type Presence } from '@sonde/runs/cluster/presence.ts'
import { listServers } from '@sonde/store/cluster/servers.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Role } from './read-roles.ts'

/** A database that was silent for longer is not there. */
const longestSilenceMs = 5_000

/** Tells other servers on this database, the operator and the load balancer that this one is there. */
export function createServerPresence(deps: {
  store: Store
  /** That of the machine. */
  clock: Clock
  databaseClock: DatabaseClock
  log: Logger
  name: string
  version: string
  roles: readonly Role[]
  id: string
  /** Where servers share the checks by way of NATS: for how long this one has not reached it, and what it has of them. */
  cluster: { natsDownMs(): number | null; leases: ClusterLeases } | null
}) {
  const { store, clock, log, name, version, roles, cluster } = deps
  // A file of SQLite has one server, which nobody has to be told of.
  const presence: Presence | null =
    store.engine === 'sqlite'
      ? null
      : createPresence({
          store,
          clock,
          databaseClock: deps.databaseClock,
          steadyMs: () => performance.now(),
          log,
          sign: { id: deps.id, name, roles, version, usesNats: cluster !== null },
          hasNats: cluster === null ? null : () => !isWithoutNats(),
          leases: cluster?.leases ?? null,
        })
  let isStopping = false

  function isWithoutNats(): boolean {
    return (cluster?.natsDownMs() ?? 0) > clusterTimes.withoutNatsMs
  }

  /** Where nobody has NATS, all are as good as each other: results, pings and people need none. */
  async function reasonWithoutNats(): Promise<string | null> {
    if (!isWithoutNats()) return null
    const others = await listServers(store.read)
    const isBetter = others.some(
      ({ id, hasNats, silentMs }) => id !== deps.id && hasNats && silentMs <= clusterTimes.livingMs,
    )
    return isBetter ? `no connection to NATS for ${Math.round((cluster?.natsDownMs() ?? 0) / 1000)} s` : null
  }

  async function reasonNotReady(): Promise<string | null> {
    if (isStopping) return 'the server is stopping'
    if (presence !== null) {
      const silentMs = presence.silentMs()
      return silentMs <= longestSilenceMs
        ? await reasonWithoutNats()
        : `no answer from PostgreSQL for ${Math.round(silentMs / 1000)} s`
    }
    return await store.ping().then(
      () => null,
      () => 'the database does not respond',
    )
  }

  return {
    start: async () => presence?.start(),
    /** From now on the load balancer is told to leave this server alone. */
    beginStop(): void {
      isStopping = true
    },
    giveUpWork: async () => presence?.giveUpWork(),
    stop: async () => presence?.stop(),
    clockOffsetMs: () => presence?.clockOffsetMs() ?? null,
    async readiness(): Promise<Readiness> {
      const reason = await reasonNotReady()
      return { isReady: reason === null, lines: roles.map((role) => `${role}: ${reason ?? 'ready'}`) }
    },
  }
}
