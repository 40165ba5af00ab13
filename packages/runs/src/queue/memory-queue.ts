import { randomBytes } from 'node:crypto'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { QueueLine } from '@sonde/schema/agents/agent-protocol.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { attemptKey, type Run } from '../run.ts'

export type QueueTimes = {
  /** How long a lease lasts since the last sign of life for its run. */
  leaseMs: number
  /** How long a run waits for an agent. */
  expiryMs: number
}

/** How often a run is handed out: one that ended three agents is not given to a fourth. */
const mostDeliveries = 3

/**
 * However often it is renewed: an agent that never ends a run would keep its check from running for ever. Far more
 * than any run of the queue takes.
 */
const longestHoldMs: Readonly<Record<QueueLine, number>> = { uptime: 5 * minuteMs, main: 40 * minuteMs }

const mostSettled = 10_000

/** Ten retries are the most that a strategy may ask for. */
const mostAttempts = 11

/** `sinceAt`: when the run was handed out. */
export type Lease = { leaseId: string; agentId: string; sinceAt: number; endsAt: number; run: Run }

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

/** Who asks for runs, and which of them it can take. */
export type Taker = {
  agentId: string
  serves(place: string): boolean
  checkTypes: ReadonlySet<CheckType>
}

export type QueueFigures = { queued: number; inflight: number; oldestQueuedAt: number | null }

export type MemoryQueue = {
  publish(runs: readonly Run[]): void
  /** Oldest first, up to the free slots of each queue. */
  take(taker: Taker, free: Readonly<Record<QueueLine, number>>, most: number): Lease[]
  /** Calls back when there may be something to take; returns how to stop listening. */
  listen(listener: (places: ReadonlySet<string>) => void): () => void
  findLease(leaseId: string): Lease | null
  /** The attempt, whoever has it; null when it is unknown here. */
  findAttempt(run: { runId: string; attempt: number }): { lease: Lease | null; run: Run } | null
  renew(lease: Lease): void
  /** Takes up a run that an agent holds since before this program started. */
  adopt(run: Run, agentId: string, leaseId: string): Lease
  /** Gives a run back: it waits again, in front. */
  release(lease: Lease): void
  /** The attempt has its result. False when it was not known here (any more). */
  settle(run: { runId: string; attempt: number }): boolean
  /** Which lease gave the result of an attempt that was handed out more than once; null when unknown. */
  settledLeaseOf(run: { runId: string; attempt: number }): string | null
  /**
   * Forgets the waiting runs that match, and returns them. Those that agents hold are kept, or cancelled: then
   * they are forgotten as well, because an agent that is told gives its run up without a word.
   */
  drop(matches: (run: Run) => boolean, held: 'keep' | 'cancel'): Run[]
  /** Leases of these agents that are to be given up, each told once per lease. */
  cancelledOf(agentId: string): string[]
  /** Begins every wait and every lease anew: the time since was not time in which anybody could act. */
  grantTime(): void
  /** Gives up on leases and on waits that lasted too long. */
  expire(): { dropped: Run[]; lost: Run[] }
  /** Whether an attempt of this run waits for an agent. */
  isWaiting(runId: string): boolean
  figures(place: string): QueueFigures
  /** At all places together. */
  totals(): { queued: number; inflight: number }
  /** How many runs each agent holds; one that holds none is left out. */
  heldByAgent(): Map<string, number>
}

/**
 * Runs wait here, in memory, in the order of their slots: first in, first out, in two lines per place. What
 * must survive a restart is in the database and is published again.
 */
export function createMemoryQueue({ clock, times }: { clock: Clock; times: QueueTimes }): MemoryQueue {
  const entries = new Map<string, Entry>()
  const leases = new Map<string, Entry>()
  /** Waiting entries by place and queue. Entries that are not waiting any more are passed over. */
  const lines = new Map<string, Record<QueueLine, Entry[]>>()
  const listeners = new Set<(places: ReadonlySet<string>) => void>()
  /** Leases to be given up, by agent, until the agent is told. */
  const cancelled = new Map<string, string[]>()
  /** The lease that counted, for attempts that were handed out more than once. */
  const settledLeases = new Map<string, string>()
  const process = randomBytes(6).toString('base64url')
  let entryCount = 0
  let leaseCount = 0
  let turn = 0
  let wokenPlaces: Set<string> | null = null

  function lineOf(place: string): Record<QueueLine, Entry[]> {
    const known = lines.get(place)
    if (known !== undefined) return known
    const made = { uptime: [], main: [] }
    lines.set(place, made)
    return made
  }

  function makeEntry(run: Run): Entry {
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

  function wait(entry: Entry, at: 'front' | 'back'): void {
    entry.lease = null
    entry.queuedAt = clock.now()
    const line = lineOf(entry.run.place)[entry.run.queue]
    if (at === 'back') line.push(entry)
    else line.splice(placeBehindOlder(line, entry), 0, entry)
    wake(entry.run.place)
  }

  function placeBehindOlder(line: readonly Entry[], { order }: Entry): number {
    const position = line.findIndex((other) => other.order > order)
    return position === -1 ? line.length : position
  }

  /** Once per turn, however many runs came: whoever waits takes all of them. */
  function wake(place: string): void {
    if (wokenPlaces !== null) {
      wokenPlaces.add(place)
      return
    }
    const places = new Set([place])
    wokenPlaces = places
    queueMicrotask(() => {
      wokenPlaces = null
      for (const listener of listeners) listener(places)
    })
  }

  function forget(entry: Entry): void {
    entries.delete(entry.key)
    if (entry.lease !== null) leases.delete(entry.lease.leaseId)
  }

  /** Nobody may ever read a line to its end: what is over must not wait there for that. */
  function forgetDead(): void {
    for (const line of lines.values()) {
      line.uptime = line.uptime.filter(isWaiting)
      line.main = line.main.filter(isWaiting)
    }
  }

  function rememberSettled(key: string, leaseId: string): void {
    settledLeases.set(key, leaseId)
    const [oldest] = settledLeases.size > mostSettled ? settledLeases.keys() : []
    if (oldest !== undefined) settledLeases.delete(oldest)
  }

  function isWaiting(entry: Entry): boolean {
    return entry.lease === null && entries.get(entry.key) === entry
  }

  function lease(entry: Entry, agentId: string, leaseId: string): Lease {
    const now = clock.now()
    const made = { leaseId, agentId, sinceAt: now, endsAt: now + times.leaseMs, run: entry.run }
    entry.lease = made
    entry.deliveries += 1
    leases.set(leaseId, entry)
    return made
  }

  function takeFrom(line: Entry[], taker: Taker, most: number, into: Lease[]): number {
    let read = 0
    const kept: Entry[] = []
    const limit = into.length + most
    while (read < line.length && into.length < limit) {
      const entry = line[read]
      read += 1
      if (entry === undefined || !isWaiting(entry)) continue
      if (!taker.checkTypes.has(entry.run.checkType)) {
        kept.push(entry)
        continue
      }
      leaseCount += 1
      into.push(lease(entry, taker.agentId, `${process}-${leaseCount}`))
    }
    if (read > 0) line.splice(0, read, ...kept)
    return most - (limit - into.length)
  }

  return {
    publish(runs) {
      for (const run of runs) {
        // Publishing twice is harmless.
        if (!entries.has(attemptKey(run))) wait(makeEntry(run), 'back')
      }
    },
    take(taker, free, most) {
      const taken: Lease[] = []
      const left = { ...free }
      const places = [...lines.keys()].filter(taker.serves)
      // Not always the same one first: an agent that is too small for all of them would never reach the last.
      turn += 1
      for (const [step] of places.entries()) {
        const line = lines.get(places[(turn + step) % places.length] ?? '')
        if (taken.length >= most) break
        if (line === undefined) continue
        for (const queue of ['uptime', 'main'] as const) {
          left[queue] -= takeFrom(line[queue], taker, Math.min(left[queue], most - taken.length), taken)
        }
      }
      return taken
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    findLease: (leaseId) => leases.get(leaseId)?.lease ?? null,
    findAttempt(run) {
      const entry = entries.get(attemptKey(run))
      return entry === undefined ? null : { lease: entry.lease, run: entry.run }
    },
    renew(held) {
      const now = clock.now()
      if (now - held.sinceAt > longestHoldMs[held.run.queue]) return
      held.endsAt = now + times.leaseMs
    },
    adopt: (run, agentId, leaseId) => lease(makeEntry(run), agentId, leaseId),
    release(held) {
      const entry = leases.get(held.leaseId)
      if (entry === undefined) return
      leases.delete(held.leaseId)
      wait(entry, 'front')
    },
    settle(run) {
      const entry = entries.get(attemptKey(run))
      if (entry === undefined) return false
      if (entry.deliveries > 1 && entry.lease !== null) rememberSettled(entry.key, entry.lease.leaseId)
      forget(entry)
      return true
    },
    settledLeaseOf: (run) => settledLeases.get(attemptKey(run)) ?? null,
    drop(matches, held) {
      const dropped: Run[] = []
      for (const entry of entries.values()) {
        if (!matches(entry.run)) continue
        if (entry.lease === null) {
          forget(entry)
          dropped.push(entry.run)
        } else if (held === 'cancel') {
          const { agentId, leaseId } = entry.lease
          cancelled.set(agentId, [...(cancelled.get(agentId) ?? []), leaseId])
          // Until it is told, the agent may still ask for more time: it must not get the run back.
          rememberSettled(entry.key, leaseId)
          forget(entry)
          dropped.push(entry.run)
          wake(entry.run.place)
        }
      }
      if (dropped.length > 0) forgetDead()
      return dropped
    },
    cancelledOf(agentId) {
      const told = cancelled.get(agentId) ?? []
      cancelled.delete(agentId)
      return told
    },
    expire() {
      const now = clock.now()
      const dropped: Run[] = []
      const lost: Run[] = []
      for (const entry of entries.values()) {
        if (entry.lease === null) {
          if (now - entry.queuedAt < times.expiryMs) continue
          forget(entry)
          dropped.push(entry.run)
        } else if (entry.lease.endsAt <= now) {
          leases.delete(entry.lease.leaseId)
          if (entry.deliveries >= mostDeliveries) {
            forget(entry)
            lost.push(entry.run)
          } else {
            wait(entry, 'front')
          }
        }
      }
      if (dropped.length > 0) forgetDead()
      return { dropped, lost }
    },
    grantTime() {
      const now = clock.now()
      for (const entry of entries.values()) {
        if (entry.lease === null) entry.queuedAt = now
        else entry.lease.endsAt = now + times.leaseMs
      }
    },
    isWaiting(runId) {
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const entry = entries.get(attemptKey({ runId, attempt }))
        if (entry !== undefined && entry.lease === null) return true
      }
      return false
    },
    totals: () => ({ queued: entries.size - leases.size, inflight: leases.size }),
    heldByAgent() {
      const held = new Map<string, number>()
      for (const { lease: given } of leases.values()) {
        if (given !== null) held.set(given.agentId, (held.get(given.agentId) ?? 0) + 1)
      }
      return held
    },
    figures(place) {
      let [queued, inflight] = [0, 0]
      let oldestQueuedAt: number | null = null
      for (const entry of entries.values()) {
        if (entry.run.place !== place) continue
        if (entry.lease === null) {
          queued += 1
          oldestQueuedAt = Math.min(oldestQueuedAt ?? entry.queuedAt, entry.queuedAt)
        } else {
          inflight += 1
        }
      }
      return { queued, inflight, oldestQueuedAt }
    },
  }
}
