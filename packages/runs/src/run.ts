import type { QueueLine } from '@sonde/schema/agents/agent-protocol.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import type { SealedParts } from '@sonde/store/checks/sealed-secrets.ts'
import type { RetryPlan } from '@sonde/schema/checks/retry-plan.ts'
import type { LocationQueue } from './schedule/location-pool.ts'

/**
 * One attempt, as its agent carries it and as it outlives the program: what is known about it before it runs, except
 * what the database has by the number of its snapshot. `origin` is where the run began; a retry may be made at another
 * `location`.
 */
export type TicketedRun = {
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
  /** Attempts that an agent was too busy to time: they are repeated at once and count as no retry. */
  noisyAttempts: number
  retry: RetryPlan | null
  /** Null in runs that were begun by a program that did not note it. */
  check: CheckFacts | null
}

/** What tells an attempt from every other, for whoever knows the rest of it or need not know. */
export type RunName = Pick<
  TicketedRun,
  'runId' | 'attempt' | 'checkNo' | 'checkId' | 'scheduledAt' | 'origin' | 'source'
>

/** A run that can be handed out. */
export type Run = TicketedRun & {
  check: CheckFacts & { name: string }
  /** The fields of the check that its probe and its verdict need, with masks in place of secrets. */
  config: unknown
  /** What the masks stand for: opened when the run is handed out. */
  sealedSecrets: string | null
}

/**
 * What a check was when its run was begun. It holds as long as the check has the same revision; whoever finds another
 * one reads the check.
 */
export type CheckFacts = {
  readonly rev: number
  readonly isActivated: boolean
  readonly isParallel: boolean
  /** Null in tickets of checks that do not run at all their locations at once. */
  readonly pool: readonly LocationQueue[] | null
  readonly groupId: number | null
  /** The host whose certificate it depends on. */
  readonly domain: string | null
  /**
   * Whether its request names variables, or may do so in what is sealed; whether it has some of its own, and whether it
   * holds passwords itself.
   */
  readonly hasPlaceholders: boolean
  readonly hasOwnVariables: boolean
  readonly hasCredentials: boolean
}

/** The configuration that the run was begun with, where whoever holds the run has it. */
export function configIn(run: TicketedRun): unknown {
  return 'config' in run ? run.config : undefined
}

/** The same with what its masks stand for. */
export function sealedPartsIn(run: TicketedRun | Run): SealedParts<unknown> | null {
  return 'config' in run ? { config: run.config, sealedSecrets: run.sealedSecrets } : null
}

export type Occurrence = {
  origins: readonly string[]
  carried: readonly string[]
  /** Whether the check ran at all its locations at once when they were begun. */
  isParallel: boolean
}

/** Whether more is known of it than its name. */
export function isTicketed(run: RunName | TicketedRun): run is TicketedRun {
  return 'accountId' in run
}

/** Null where one run decides: most checks, most of the time. */
export function occurrenceOf(occurrence: Occurrence): Occurrence | null {
  return occurrence.origins.length + occurrence.carried.length > 1 ? occurrence : null
}

/** Tells one attempt from every other. */
export function attemptKey({ runId, attempt }: { runId: string; attempt: number }): string {
  return `${runId}/${attempt}`
}
