import { chunks } from '@sonde/ground/chunks.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { attemptKey, type TicketedRun } from '../../run.ts'
import type { RunMatch } from '../run-queue.ts'

/** What nobody is to make, told to other servers. */
export type Cancellation = {
  /** Attempts, runs, sessions and checks, each with the word for what it is. */
  names: readonly string[]
  at: number
  /** Whether agents that hold such runs are to give them up. */
  isForHeld: boolean
}

/** Above the longest hold. */
const keptMs = 45 * minuteMs
const mostKept = 100_000

/** Those of the runs that are known, and whatever else matches although nobody here knows of it. */
export function cancellationOf(
  match: RunMatch,
  known: readonly TicketedRun[],
  { at, isForHeld }: Pick<Cancellation, 'at' | 'isForHeld'>,
): Cancellation {
  const attempts = known.map((run) => `attempt ${attemptKey(run)}`)
  return { names: [...attempts, ...namesOfMatch(match, isForHeld)], at, isForHeld }
}

/** A message of NATS has at most a megabyte. */
const mostTold = 5_000

/** What other servers are told, one message each. */
export function partsOf(cancellation: Cancellation): Cancellation[] {
  return Array.from(chunks(cancellation.names, mostTold), (names) => ({ ...cancellation, names }))
}

function namesOfMatch(match: RunMatch, isForHeld: boolean): string[] {
  switch (match.kind) {
    case 'all':
      return []
    case 'check':
      // A check that was deactivated may be activated again: what is cancelled of it is what is known.
      return isForHeld ? [`check ${match.checkId}`] : []
    case 'session':
      return match.runIds === null ? [`session ${match.sessionId}`] : match.runIds.map((id) => `run ${id}`)
    case 'trial-runs':
      return match.ids.map((id) => `check ${id}`)
    default:
      return match satisfies never
  }
}

function namesOfRun(run: TicketedRun): string[] {
  const ofAll = [`attempt ${attemptKey(run)}`, `run ${run.runId}`, `check ${run.checkId}`]
  return run.sessionId === null ? ofAll : [...ofAll, `session ${run.sessionId}`]
}

/** What was cancelled on any server: runs are compared with it when they are handed out and renewed. */
export function createCancelledRuns({ clock }: { clock: Clock }) {
  const cancelled = new Map<string, { notedAt: number; at: number; isForHeld: boolean }>()

  function find(run: TicketedRun, since: number): { isForHeld: boolean } | null {
    if (cancelled.size === 0) return null
    for (const name of namesOfRun(run)) {
      const found = cancelled.get(name)
      // The id of a check may be used again.
      if (found !== undefined && (since <= found.at || !name.startsWith('check '))) return found
    }
    return null
  }

  return {
    add({ names, at, isForHeld }: Cancellation): void {
      const now = clock.now()
      for (const name of names) {
        cancelled.delete(name)
        cancelled.set(name, { notedAt: now, at, isForHeld })
      }
      for (const [name, { notedAt }] of cancelled) {
        if (cancelled.size <= mostKept && now - notedAt <= keptMs) break
        cancelled.delete(name)
      }
    },
    /** Not to be handed out. */
    hasWaiting: (run: TicketedRun, waitingSince: number): boolean => find(run, waitingSince) !== null,
    /** To be given up by whoever has held it since then. */
    hasHeld: (run: TicketedRun, sinceAt: number): boolean => find(run, sinceAt)?.isForHeld === true,
  }
}

export type CancelledRuns = ReturnType<typeof createCancelledRuns>

/** Safe to read whatever another server has sent. */
export function readCancellation(payload: unknown): Cancellation | null {
  const { names, at, isForHeld } = (payload ?? {}) as Partial<Record<keyof Cancellation, unknown>>
  if (!Array.isArray(names) || typeof at !== 'number' || typeof isForHeld !== 'boolean') return null
  return { names: names.filter((name) => typeof name === 'string'), at, isForHeld }
}
