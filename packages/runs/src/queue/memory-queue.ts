import { randomBytes } from 'node:crypto'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { mostAttempts, type QueueLine, queueLines } from '@sonde/schema/agents/agent-protocol.ts'
import { typesThatNeed } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { longestSuiteMs } from '@sonde/schema/check-types/suite/suite-limits.ts'
import { attemptKey, type Run, type TicketedRun } from '../run.ts'
import { createPollWaits } from './poll-waits.ts'
import {
  type AttemptStatus,
  type Handout,
  type Lease,
  type LeaseClaim,
  type ManagedQueue,
  matchesRun,
  type QueueStats,
  type QueueTimes,
  type TakeRequest,
  type Taker,
} from './run-queue.ts'
import { createWaitingLines } from './waiting-lines.ts'

/** How often a run is handed out: one that ended three agents is not given to a fourth. */
const mostDeliveries = 3

/**
 * However often it is renewed: an agent that never ends a run would keep its check from running for ever. Far more
 * than any run of the line takes.
 */
export const longestHoldMs: Readonly<Record<QueueLine, number>> = {
  uptime: 5 * minuteMs,
  // It may wait for its runtime to be installed.
  script: 10 * minuteMs,
  main: longestSuiteMs + 5 * minuteMs,
}

const mostCompleted = 10_000

/** Runs that take half an hour: an agent takes no more of them than it says. */
export const suiteTypes: ReadonlySet<CheckType> = new Set(typesThatNeed('suite'))

type Entry = {
  readonly key: string
  readonly run: Run
  /** Counts up: runs that come back wait where they were, before all that came after them. */
  readonly order: number
  queuedAt: number
  deliveries: number
  /** Null while it waits. */
  lease: Lease | null
}

/**
 * Runs wait here, in memory, in the order of their slots: first in, first out, in two lines per place. What
 * must survive a restart is in the database and is published again.
 */
export function createMemoryQueue(deps: {
  clock: Clock
  times: QueueTimes
  /**
   * A run that an agent says it holds, and that is unknown here because the program was started since: as it goes on,
   * or null when there is nothing left to do for it.
   */
  reopen(run: TicketedRun): Promise<Run | null>
}): ManagedQueue {
  const { clock, times } = deps
  const entries = new Map<string, Entry>()
  const leases = new Map<string, Entry>()
  const lines = createWaitingLines(isWaiting)
  const polls = createPollWaits()
  /** Leases to be given up, by agent, until the agent is told. */
  const cancelled = new Map<string, string[]>()
  /** The lease that counted, for attempts that were handed out more than once. */
  const completedLeases = new Map<string, string>()
  const listeners = {
    taken: [] as ((runs: readonly TicketedRun[]) => Promise<void> | void)[],
    closed: [] as ((runs: readonly TicketedRun[]) => void)[],
    returned: [] as ((leases: readonly Lease[]) => void)[],
    expired: [] as ((runs: readonly Run[]) => void)[],
    lost: [] as ((runs: readonly Run[]) => Promise<void> | void)[],
  }
  const process = randomBytes(6).toString('base64url')
  let entryCount = 0
  let leaseCount = 0
  let turn = 0

  function isWaiting(entry: Entry): boolean {
    return entry.lease === null && entries.get(entry.key) === entry
  }

  function addEntry(run: Run): Entry {
    entryCount += 1
    const entry = {
      key: attemptKey(run),
      run,
      order: entryCount,
      queuedAt: clock.now(),
      deliveries: 0,
      lease: null,
    }
    entries.set(entry.key, entry)
    return entry
  }

  function entriesOf(runId: string): Entry[] {
    const ofRun: Entry[] = []
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const entry = entries.get(attemptKey({ runId, attempt }))
      if (entry !== undefined) ofRun.push(entry)
    }
    return ofRun
  }

  function waitAgain(entry: Entry): void {
    takeLease(entry)
    entry.queuedAt = clock.now()
    lines.addInOrder(entry)
    polls.wake(entry.run.place)
  }

  /** Whoever had the run did not make it. */
  function takeLease(entry: Entry): void {
    const { lease } = entry
    if (lease === null) return
    leases.delete(lease.leaseId)
    entry.lease = null
    for (const listener of listeners.returned) listener([lease])
  }

  function forget(entry: Entry): void {
    entries.delete(entry.key)
    if (entry.lease !== null) leases.delete(entry.lease.leaseId)
  }

  function rememberCompleted(key: string, leaseId: string): void {
    completedLeases.set(key, leaseId)
    const [oldest] = completedLeases.size > mostCompleted ? completedLeases.keys() : []
    if (oldest !== undefined) completedLeases.delete(oldest)
  }

  function leaseTo(entry: Entry, agentId: string, leaseId: string): Lease {
    const now = clock.now()
    const lease = { leaseId, agentId, sinceAt: now, endsAt: now + times.leaseMs, run: entry.run, hold: null }
    entry.lease = lease
    entry.deliveries += 1
    leases.set(leaseId, entry)
    return lease
  }

  function handOut(taker: Taker, { free, most, mostSuites = most }: TakeRequest): Lease[] {
    const newLeases: Lease[] = []
    const left = { ...free }
    const places = [...lines.places()].filter((place) => taker.serves(place))
    let suitesLeft = mostSuites
    const isWanted = ({ run }: Entry) => {
      if (!taker.checkTypes.has(run.checkType)) return false
      if (!suiteTypes.has(run.checkType)) return true
      suitesLeft -= 1
      return suitesLeft >= 0
    }
    // Not always the same one first: an agent that is too small for all of them would never reach the last.
    turn += 1
    for (const step of places.keys()) {
      const place = places[(turn + step) % places.length] ?? ''
      for (const line of queueLines) {
        const room = Math.min(left[line], most - newLeases.length)
        for (const entry of lines.take(place, line, room, isWanted)) {
          leaseCount += 1
          left[line] -= 1
          newLeases.push(leaseTo(entry, taker.agentId, `${process}-${leaseCount}`))
        }
      }
    }
    return newLeases
  }

  function takeCancelled(agentId: string): string[] {
    const leaseIds = cancelled.get(agentId) ?? []
    cancelled.delete(agentId)
    return leaseIds
  }

  /** The lease that the agent means: the one it has, or one from before this program started. */
  async function claimed(agentId: string, { leaseId, run }: LeaseClaim): Promise<Lease | null> {
    const currentLease = leases.get(leaseId)?.lease ?? null
    if (currentLease !== null) return currentLease.agentId === agentId ? currentLease : null
    if (run === null || statusOf(run).kind !== 'unknown') return null
    const reopened = await deps.reopen(run)
    if (reopened === null) return null
    const meanwhile = entries.get(attemptKey(run))
    if (meanwhile !== undefined) return meanwhile.lease?.leaseId === leaseId ? meanwhile.lease : null
    const lease = leaseTo(addEntry(reopened), agentId, leaseId)
    await tellTaken([reopened])
    return lease
  }

  async function tellTaken(runs: readonly Run[]): Promise<void> {
    for (const listener of listeners.taken) await listener(runs)
  }

  function statusOf(attempt: { runId: string; attempt: number }): AttemptStatus {
    const key = attemptKey(attempt)
    const entry = entries.get(key)
    if (entry === undefined) {
      const leaseId = completedLeases.get(key)
      return leaseId === undefined ? { kind: 'unknown' } : { kind: 'completed', leaseId }
    }
    const { run, lease } = entry
    if (lease === null) return { kind: 'waiting', run }
    return { kind: 'held', run, leaseId: lease.leaseId, agentId: lease.agentId }
  }

  return {
    async publish(runs) {
      for (const run of runs) {
        if (entries.has(attemptKey(run))) continue
        lines.addLast(addEntry(run))
        polls.wake(run.place)
      }
    },

    async take(taker, request, signal) {
      const takeNow = (): Handout => ({
        leases: handOut(taker, request),
        cancelled: takeCancelled(taker.agentId),
      })
      let handout = takeNow()
      if (handout.leases.length === 0 && handout.cancelled.length === 0 && !polls.hasEnded()) {
        await polls.untilWoken(taker, request.waitMs, signal)
        if (!signal.aborted) handout = takeNow()
      }
      if (handout.leases.length > 0) await tellTaken(handout.leases.map(({ run }) => run))
      return handout
    },
    async renew(agentId, claims) {
      const lostLeases: string[] = []
      for (const claim of claims) {
        const lease = await claimed(agentId, claim)
        const now = clock.now()
        if (lease === null) lostLeases.push(claim.leaseId)
        else if (now - lease.sinceAt <= longestHoldMs[lease.run.queue]) lease.endsAt = now + times.leaseMs
      }
      return { lost: lostLeases, cancelled: takeCancelled(agentId) }
    },
    async release(agentId, claims) {
      for (const claim of claims) {
        const lease = await claimed(agentId, claim)
        const entry = lease === null ? undefined : leases.get(lease.leaseId)
        if (entry !== undefined) waitAgain(entry)
      }
    },
    lookUp: async (attempts) => attempts.map(statusOf),
    async complete(attempts) {
      return attempts.map((attempt) => {
        const entry = entries.get(attemptKey(attempt))
        if (entry === undefined) return false
        if (entry.deliveries > 1 && entry.lease !== null) rememberCompleted(entry.key, entry.lease.leaseId)
        forget(entry)
        return true
      })
    },
    async close(runs) {
      for (const listener of listeners.closed) listener(runs)
    },
    // A lease is over with its result.
    async settle() {},
    onLost: (listener) => void listeners.lost.push(listener),
    endWaitsOf: polls.endOf,
    endWaits: () => polls.endAll(),

    isWaiting: (runId) => entriesOf(runId).some(({ lease }) => lease === null),
    held(runId) {
      const attempts = entriesOf(runId).flatMap(({ run: { attempt }, lease }) =>
        lease === null ? [] : [{ attempt, sinceAt: lease.sinceAt }],
      )
      return attempts.toSorted((one, other) => other.sinceAt - one.sinceAt)[0] ?? null
    },
    heldRuns: () => [...leases.values()].map(({ run }) => run),
    onReturned: (listener) => void listeners.returned.push(listener),
    onTaken: (listener) => void listeners.taken.push(listener),
    onClosed: (listener) => void listeners.closed.push(listener),
    onExpired: (listener) => void listeners.expired.push(listener),
    async drop(match, leasePolicy) {
      const dropped: Run[] = []
      for (const entry of entries.values()) {
        if (!matchesRun(match, entry.run) || (entry.lease !== null && leasePolicy === 'keep')) continue
        forget(entry)
        dropped.push(entry.run)
        if (entry.lease === null) continue
        const { agentId, leaseId } = entry.lease
        cancelled.set(agentId, [...(cancelled.get(agentId) ?? []), leaseId])
        // Until it is told, the agent may still ask for more time: it must not get the run back.
        rememberCompleted(entry.key, leaseId)
        polls.wake(entry.run.place)
      }
      if (dropped.length > 0) lines.prune()
      return dropped
    },

    parcelFigures: () => null,
    async statsByLocation() {
      const stats = new Map<string, QueueStats>()
      for (const { run, lease, queuedAt } of entries.values()) {
        const queueStats = stats.get(run.place) ?? { queued: 0, inflight: 0, oldestQueuedAt: null }
        stats.set(run.place, queueStats)
        if (lease === null) {
          queueStats.queued += 1
          queueStats.oldestQueuedAt = Math.min(queueStats.oldestQueuedAt ?? queuedAt, queuedAt)
        } else {
          queueStats.inflight += 1
        }
      }
      return stats
    },
    totals: async () => ({ queued: entries.size - leases.size, inflight: leases.size }),
    async heldByAgent() {
      const counts = new Map<string, number>()
      for (const { lease } of leases.values()) {
        if (lease !== null) counts.set(lease.agentId, (counts.get(lease.agentId) ?? 0) + 1)
      }
      return counts
    },

    expire() {
      const now = clock.now()
      const expired: Run[] = []
      const lostRuns: Run[] = []
      for (const entry of entries.values()) {
        if (entry.lease === null) {
          if (now - entry.queuedAt < times.expiryMs) continue
          forget(entry)
          expired.push(entry.run)
        } else if (entry.lease.endsAt <= now) {
          if (entry.deliveries >= mostDeliveries) {
            takeLease(entry)
            forget(entry)
            lostRuns.push(entry.run)
          } else {
            waitAgain(entry)
          }
        }
      }
      if (expired.length > 0) lines.prune()
      if (expired.length > 0) for (const listener of listeners.expired) listener(expired)
      if (lostRuns.length > 0) for (const listener of listeners.lost) void listener(lostRuns)
    },
    grantTime() {
      const now = clock.now()
      for (const entry of entries.values()) {
        if (entry.lease === null) {
          entry.queuedAt = now
        } else {
          entry.lease.sinceAt = now
          entry.lease.endsAt = now + times.leaseMs
        }
      }
    },
    async stop() {},
  }
}
