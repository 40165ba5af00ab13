import type { QueueLine } from '@sonde/schema/agents/agent-protocol.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import type { RetryPlan } from './results/retry.ts'

/**
 * One attempt that is to be made: everything that is known about it before it runs. `origin` is where the run
 * began; a retry may be made at another `location`.
 */
export type Run = {
  runId: string
  checkNo: number
  checkId: string
  accountId: string
  checkType: CheckType
  scheduledAt: number
  origin: string
  attempt: number
  location: string
  place: string
  queue: QueueLine
  source: RunSource
  sessionId: string | null
  /** The runs that were begun together, and the locations that were busy and keep their word; null for a run alone. */
  occurrence: Occurrence | null
  snapshot: number
  /** Of the first attempt; null before it was made. */
  firstStartedAt: number | null
  /** Locations of the attempts so far. */
  tried: readonly string[]
  retry: RetryPlan | null
  /** The fields of the check that its probe and its verdict need. */
  config: unknown
}

/**
 * A run as its agent carries it, and as it outlives the program. The configuration is not in it: the database has it
 * by its number.
 */
export type TicketedRun = Omit<Run, 'config'>

export type Occurrence = {
  origins: readonly string[]
  carried: readonly string[]
  /** Whether the check ran at all its locations at once when they were begun. */
  isParallel: boolean
}

/** Null where one run decides: most checks, most of the time. */
export function occurrenceOf(occurrence: Occurrence): Occurrence | null {
  return occurrence.origins.length + occurrence.carried.length > 1 ? occurrence : null
}

/** Tells one attempt from every other. */
export function attemptKey({ runId, attempt }: { runId: string; attempt: number }): string {
  return `${runId}/${attempt}`
}
