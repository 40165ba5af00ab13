import type { Clock } from '@sonde/ground/clock.ts'
import { isTicketed, type Run, type RunName, type TicketedRun } from '../../run.ts'
import { isWhole } from '../parcels.ts'
import {
  type HeldAttempt,
  matchesRun,
  type QueueStats,
  type QueueTimes,
  type QueueWatcher,
  type RunMatch,
} from '../run-queue.ts'
import { createAttemptMap } from './attempt-map.ts'

/** What has become of runs, told by the server at which it happened. */
export type RunEvent = {
  kind: 'taken' | 'held' | 'returned' | 'completed' | 'closed' | 'expired'
  /** By their names where whoever hears it has published them, or need not know more. */
  runs: readonly (RunName | TicketedRun)[]
  /** By the clock of whoever tells it. */
  at: number
  /** The server that has published them as they are, and so knows them by their names; absent: none is known to. */
  publisher?: string
}

export type HearRuns = (event: RunEvent) => Promise<void>

/** The way of events to whoever decides about their runs. */
export type RunRouting = { tell: HearRuns; stop(): void }

/**
 * `sinceAt`: waiting, or held. `heardAt`: of a held one, when its agent was heard of last. A run that another program
 * has published is known by its ticket. One that was `published` before, by whomever, waits in NATS as far as can be told.
 */
type Entry = {
  run: TicketedRun | Run
  state: 'waiting' | 'published' | 'held'
  sinceAt: number
  heardAt: number
}

/** Whoever hears of runs through others grants them this long on top. */
export const slackMs = 10_000

/**
 * What is known of open runs where they are decided: those that this process has published, and those that agents are
 * found to hold. The runs themselves wait in NATS.
 */
export function createRunBook(deps: { clock: Clock; times: QueueTimes; slackMs: number }) {
  const { clock, times } = deps
  const entries = createAttemptMap<Entry>()
  const listeners = {
    taken: [] as Parameters<QueueWatcher['onTaken']>[0][],
    closed: [] as Parameters<QueueWatcher['onClosed']>[0][],
    returned: [] as Parameters<QueueWatcher['onReturned']>[0][],
    expired: [] as Parameters<QueueWatcher['onExpired']>[0][],
  }

  function add(run: TicketedRun | Run, state: Entry['state'], at: number): Entry {
    const entry = { run, state, sinceAt: at, heardAt: clock.now() }
    entries.set(entry)
    return entry
  }

  /** What is told by its name alone and is not known here counts as not open, like all that was never told. */
  function knownOf(runs: readonly (RunName | TicketedRun)[]): TicketedRun[] {
    return runs.flatMap((run) => (isTicketed(run) ? run : (entries.get(run)?.run ?? [])))
  }

  async function take(runs: readonly TicketedRun[], at: number): Promise<void> {
    // Whoever had it before is lost: NATS hands it out again sooner than this server would have noticed.
    const known = runs.map((run) => entries.get(run))
    tellReturned(known.filter((entry) => entry !== undefined).filter(isHeld))
    const now = clock.now()
    for (const [index, run] of runs.entries()) {
      const entry = known[index] ?? add(run, 'held', at)
      entry.state = 'held'
      entry.sinceAt = at
      entry.heardAt = now
    }
    for (const listener of listeners.taken) await listener(runs)
  }

  /** An agent that is found to hold a run has had it for a while. */
  async function hold(runs: readonly TicketedRun[], at: number): Promise<void> {
    const unknown = runs.filter((run) => entries.get(run)?.state !== 'held')
    if (unknown.length > 0) await take(unknown, at)
    for (const run of runs) {
      const entry = entries.get(run)
      if (entry !== undefined) entry.heardAt = clock.now()
    }
  }

  /** Their agent has given them back. */
  function release(runs: readonly RunName[]): void {
    const released = runs.flatMap((run) => entries.get(run) ?? [])
    for (const entry of released) {
      entry.state = 'waiting'
      entry.sinceAt = clock.now()
    }
    tellReturned(released)
  }

  function tellReturned(returned: readonly Entry[]): void {
    if (returned.length > 0) for (const listener of listeners.returned) listener(returned)
  }

  /** Of those that only their tickets tell of, nothing but that they are over. */
  function expireEntries(expired: readonly Entry[]): void {
    for (const entry of expired) entries.delete(entry)
    const runs = expired.map(({ run }) => run)
    const [own, others] = [runs.filter(isWhole), runs.filter((run) => !isWhole(run))]
    if (own.length > 0) for (const listener of listeners.expired) listener(own)
    if (others.length > 0) for (const listener of listeners.closed) listener(others)
  }

  return {
    /** The runs that are not open yet: those wait from now on. */
    publish(runs: readonly Run[]): Run[] {
      const now = clock.now()
      return runs.filter((run) => {
        const isFresh = entries.get(run) === undefined
        if (isFresh) add(run, 'waiting', now)
        return isFresh
      })
    },
    /** They were not published after all. */
    unpublish(runs: readonly TicketedRun[]): void {
      expireEntries(runs.flatMap((run) => entries.get(run) ?? []))
    },

    /** They were published before, by this server or another: who takes them will tell, and nobody gives up on them here. */
    leave(runs: readonly TicketedRun[]): void {
      for (const run of runs) {
        const entry = entries.get(run)
        if (entry?.state === 'waiting') entry.state = 'published'
      }
    },

    async hear({ kind, runs, at }: RunEvent): Promise<void> {
      switch (kind) {
        case 'taken':
          return await take(knownOf(runs), at)
        case 'held':
          return await hold(knownOf(runs), at)
        case 'returned':
          return release(runs)
        case 'completed':
          for (const run of runs) {
            const entry = entries.get(run)
            if (entry !== undefined) entries.delete(entry)
          }
          return
        case 'closed':
          for (const run of runs) for (const entry of entries.ofRun(run.runId)) entries.delete(entry)
          for (const listener of listeners.closed) listener(runs)
          return
        case 'expired':
          return expireEntries(runs.flatMap((run) => entries.get(run) ?? []))
        default:
          return kind satisfies never
      }
    },

    isOpen: (run: TicketedRun): boolean => entries.get(run) !== undefined,
    isWaiting(runId: string): boolean {
      const attempts = entries.ofRun(runId)
      return (
        attempts.some(({ state }) => state === 'waiting') || (attempts.length > 0 && !attempts.some(isHeld))
      )
    },
    held(runId: string): HeldAttempt | null {
      const held = entries.ofRun(runId).filter(isHeld)
      const [latest] = held.toSorted((one, other) => other.sinceAt - one.sinceAt)
      return latest === undefined ? null : { attempt: latest.run.attempt, sinceAt: latest.sinceAt }
    },
    heldRuns: (): TicketedRun[] =>
      [...entries.values()].filter(({ state }) => state === 'held').map(({ run }) => run),
    onTaken: (listener: (typeof listeners.taken)[number]) => void listeners.taken.push(listener),
    onClosed: (listener: (typeof listeners.closed)[number]) => void listeners.closed.push(listener),
    onReturned: (listener: (typeof listeners.returned)[number]) => void listeners.returned.push(listener),
    onExpired: (listener: (typeof listeners.expired)[number]) => void listeners.expired.push(listener),

    /** Forgets the runs that match and returns them. */
    drop(match: RunMatch, leasePolicy: 'keep' | 'cancel'): (TicketedRun | Run)[] {
      const dropped = [...entries.values()].filter(
        ({ run, state }) =>
          state !== 'published' &&
          matchesRun(match, run) &&
          (state === 'waiting' || leasePolicy === 'cancel'),
      )
      for (const entry of dropped) entries.delete(entry)
      return dropped.map(({ run }) => run)
    },

    /** Gives up on waits that lasted too long, and on agents that are silent. */
    expire(): void {
      const now = clock.now()
      const expired: Entry[] = []
      const returned: Entry[] = []
      for (const entry of entries.values()) {
        if (!isHeld(entry)) {
          if (now - entry.sinceAt < times.expiryMs + deps.slackMs) continue
          if (entry.state === 'published') entries.delete(entry)
          else expired.push(entry)
        } else if (now - entry.heardAt >= times.leaseMs + deps.slackMs) {
          entry.state = 'waiting'
          entry.sinceAt = now
          returned.push(entry)
        }
      }
      tellReturned(returned)
      if (expired.length > 0) expireEntries(expired)
    },
    grantTime(): void {
      const now = clock.now()
      for (const entry of entries.values()) {
        entry.heardAt = now
        if (!isHeld(entry)) entry.sinceAt = now
      }
    },

    statsByLocation(): ReadonlyMap<string, QueueStats> {
      const stats = new Map<string, QueueStats>()
      for (const { run, state, sinceAt } of entries.values()) {
        if (state === 'published') continue
        const ofPlace = stats.get(run.place) ?? { queued: 0, inflight: 0, oldestQueuedAt: null }
        stats.set(run.place, ofPlace)
        if (state === 'held') {
          ofPlace.inflight += 1
          continue
        }
        ofPlace.queued += 1
        ofPlace.oldestQueuedAt = Math.min(ofPlace.oldestQueuedAt ?? sinceAt, sinceAt)
      }
      return stats
    },
  }
}

function isHeld({ state }: Entry): boolean {
  return state === 'held'
}
