import type { Clock } from '@sonde/ground/clock.ts'
import { dayMs, hourMs, secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { beat, forgetServers, removeServer, type ServerSign } from '@sonde/store/cluster/servers.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterLeases } from './cluster-leases.ts'
import type { DatabaseClock } from './database-clock.ts'

export type Presence = {
  start(): Promise<void>
  /** By the steady clock, since the database answered last. */
  silentMs(): number
  /** How far the clock of this machine is behind that of the database; null: not known. */
  clockOffsetMs(): number | null
  /** Others take the work of this server over at once; it is still there to answer. */
  giveUpWork(): Promise<void>
  stop(): Promise<void>
}

/** How often a server says that it is there. */
const beatMs = 2 * secondMs
/** A beat that is not answered by then is tried again on a new connection. */
const answerMs = 4 * secondMs
/** What is told about a clock that is off is no news every two seconds. */
const warnEveryMs = hourMs
const largestOffsetMs = secondMs

/** Says every two seconds that this server is there, on a connection of its own, and reads the clock of the database. */
export function createPresence(deps: {
  store: Pick<Store, 'openConnections'>
  /** That of the machine: what it is off is told. */
  clock: Clock
  /** Is told the time with every beat. */
  databaseClock: DatabaseClock
  steadyMs(): number
  log: Logger
  sign: Omit<ServerSign, 'clockOffsetMs' | 'hasNats'>
  /** Whether this server can reach NATS; null where it has none. */
  hasNats: (() => boolean) | null
  /** What it has of the work that servers share; null where one of them does all of it. */
  leases: Pick<ClusterLeases, 'beat' | 'pauseMs' | 'giveUpAll' | 'onFree'> | null
}): Presence {
  const { clock, databaseClock, steadyMs, log, sign, leases } = deps
  const db = deps.store.openConnections({
    name: 'sonde beat',
    most: 1,
    statementTimeoutMs: answerMs,
    idleInTransactionTimeoutMs: answerMs,
    plansOnce: true,
  })
  const stopping = new AbortController()
  let answeredAt = steadyMs()
  let warnedAt = -Infinity
  let forgotAt = -Infinity
  let isAway = false
  let isLeaving = false
  let beating: Promise<void> = Promise.resolve()
  let woken = new AbortController()
  leases?.onFree(() => woken.abort())

  async function beatOnce(): Promise<void> {
    const sentAt = steadyMs()
    const databaseMs = await (leases?.beat ?? beat)(db, {
      ...sign,
      // Whoever leaves is given nothing any more.
      hasNats: !isLeaving && (deps.hasNats?.() ?? false),
      clockOffsetMs: databaseClock.offsetOf(clock),
    })
    answeredAt = steadyMs()
    databaseClock.add({ sentAt, answeredAt, databaseMs })
    warnOfClock()
    if (steadyMs() - forgotAt < hourMs) return
    await forgetServers(db, { silentMs: dayMs })
    forgotAt = steadyMs()
  }

  function warnOfClock(): void {
    const offsetMs = databaseClock.offsetOf(clock)
    if (offsetMs === null || Math.abs(offsetMs) <= largestOffsetMs || steadyMs() - warnedAt < warnEveryMs)
      return
    warnedAt = steadyMs()
    log.warn(
      { offsetMs },
      'the clock of this machine differs from that of PostgreSQL by more than a second: synchronize both',
    )
  }

  async function beatOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      const signal = AbortSignal.any([stopping.signal, woken.signal])
      await delay(leases?.pauseMs() ?? beatMs, undefined, { signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        await beatOnce()
        isAway = false
      } catch (error) {
        // Once: the database may be away for hours.
        if (!isAway)
          log.warn({ err: error }, 'could not tell the database that this server is there; retrying')
        isAway = true
      }
    }
  }

  return {
    async start() {
      await beatOnce()
      beating = beatOn()
    },
    silentMs: () => steadyMs() - answeredAt,
    clockOffsetMs: () => databaseClock.offsetOf(clock),
    async giveUpWork() {
      isLeaving = true
      try {
        await beatOnce()
        await leases?.giveUpAll(db)
      } catch (error) {
        log.warn(
          { err: error },
          'could not give up the work of this server: others wait until its leases run out',
        )
      }
    },
    async stop() {
      stopping.abort()
      await beating
      await leases?.giveUpAll(db)
      await removeServer(db, sign.id).catch((error: unknown) =>
        log.warn({ err: error }, 'could not tell the database that this server stops'),
      )
      await db.destroy()
    },
  }
}
