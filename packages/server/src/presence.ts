import { randomUUID } from 'node:crypto'
import type { Readiness } from '@sonde/api/operations/readiness.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { createPresence, type Presence } from '@sonde/runs/cluster/presence.ts'
import type { Store } from '@sonde/store/engine/store.ts'

/** What a server does. Today every server does all of it. */
const roles = ['api', 'scheduler', 'delivery', 'agent'] as const

/** A database that was silent for longer is not there. */
const longestSilenceMs = 5_000

/** Tells other servers on this database, the operator and the load balancer that this one is there. */
export function createServerPresence(deps: {
  store: Store
  clock: Clock
  log: Logger
  name: string
  version: string
  isEmbeddedOn: boolean
}) {
  const { store, clock, log, name, version } = deps
  const ownRoles = roles.filter((role) => role !== 'agent' || deps.isEmbeddedOn)
  // A file of SQLite has one server, which nobody has to be told of.
  const presence: Presence | null =
    store.engine === 'sqlite'
      ? null
      : createPresence({
          store,
          clock,
          steadyMs: () => performance.now(),
          log,
          sign: { id: randomUUID(), name, roles: ownRoles, version, usesNats: false },
          hasNats: null,
          leases: null,
        })
  let isStopping = false

  async function reasonNotReady(): Promise<string | null> {
    if (isStopping) return 'the server is stopping'
    if (presence !== null) {
      const silentMs = presence.silentMs()
      return silentMs <= longestSilenceMs
        ? null
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
    stop: async () => presence?.stop(),
    clockOffsetMs: () => presence?.clockOffsetMs() ?? null,
    async readiness(): Promise<Readiness> {
      const reason = await reasonNotReady()
      return { isReady: reason === null, lines: ownRoles.map((role) => `${role}: ${reason ?? 'ready'}`) }
    },
  }
}
