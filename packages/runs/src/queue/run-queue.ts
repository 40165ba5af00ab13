import type { Timing } from '@sonde/analytics/prometheus/histogram.ts'
import type { QueueLine } from '@sonde/schema/agents/agent-protocol.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Run, RunName, TicketedRun } from '../run.ts'

/**
 * The queue of runs, seen from its four sides. Whoever uses it knows the one side that it needs, and nothing of where
 * the runs are kept: in the memory of the process that runs the checks, or in NATS.
 */
export type RunQueue = QueuePublisher & QueueDesk & QueueWatcher & QueueOperator

/** The queue, for who has made it. */
export type ManagedQueue = RunQueue & {
  /** Gives up on leases and on waits that lasted too long. */
  expire(): void
  /** Begins every wait and every lease anew: the time since was not time in which anybody could act. */
  grantTime(): void
  /** What was fetched for agents and not handed out waits again, where it outlives this program. */
  stop(): Promise<void>
}

export type QueueTimes = {
  /** How long a lease lasts since the last sign of life for its run. */
  leaseMs: number
  /** How long a run waits for an agent. */
  expiryMs: number
}

export type QueuePublisher = {
  /** Resolves when the runs will be handed out, whatever happens to whoever published them. Twice is harmless. */
  publish(runs: readonly Run[]): Promise<void>
}

export type OutgoingParcel = { id: string; runs: readonly Run[] }
/** `dropped`: there is no room for it. `failed`: it is not known to be in the queue, and is to be tried again. */
export type ParcelOutcome = 'new' | 'duplicate' | 'dropped' | 'failed'

/** The same for runs that are written down by parcel. */
export type ParcelPublisher = {
  /** In the order of the parcels. The same id twice is harmless. */
  publishParcels(parcels: readonly OutgoingParcel[]): Promise<readonly ParcelOutcome[]>
  /** It is too late for these, and they are not known to be in the queue: nobody waits for them any more. */
  unpublish(runs: readonly TicketedRun[]): void
  /** For how long nothing that was published has been acknowledged; null while there is nothing to complain of. */
  stalledMs(): number | null
}

/** Who asks for runs, and which of them it can take. */
export type Taker = {
  agentId: string
  serves(place: string): boolean
  /** All that it serves at this moment. */
  places(): readonly string[]
  checkTypes: ReadonlySet<CheckType>
}

export type HeldAttempt = { attempt: number; sinceAt: number }

/** What a queue has to know of a lease that another process gave out: it travels in the signed ticket of the run. */
export type Hold = {
  /** Names the parcel that the run came in, to the queue alone. */
  parcel: string
  /** How many runs of the parcel were handed out together. */
  size: number
  /** When that was. */
  sinceAt: number
  /** The server that published it. */
  publisher: string
  /** How often the run was handed out, this time included. */
  deliveries: number
}

/** `sinceAt`: when the run was handed out. `hold` is null where the queue knows its leases by their ids. */
export type Lease = {
  leaseId: string
  agentId: string
  sinceAt: number
  endsAt: number
  run: Run
  hold: Hold | null
}

/** A lease as its holder names it. `run` is what its ticket tells; null when that is not a ticket of ours. */
export type LeaseClaim = { leaseId: string; run: TicketedRun | null; hold: Hold | null }

export type TakeRequest = {
  /** What the agent has room for in each line. */
  free: Readonly<Record<QueueLine, number>>
  /** How many of them may be suites: they take half an hour. Absent: all. */
  mostSuites?: number
  most: number
  /** How long to wait when there is nothing to take. */
  waitMs: number
}

export type Handout = {
  leases: readonly Lease[]
  /** Leases of the agent that it is to give up, each told once. */
  cancelled: readonly string[]
}

/** What is known of an attempt, whoever has it. */
export type AttemptStatus =
  | { kind: 'waiting'; run: Run }
  | { kind: 'held'; run: Run; leaseId: string; agentId: string }
  /** It was handed out here; another server may have handed it out, too, since. */
  | { kind: 'handed'; run: Run; leaseId: string; agentId: string }
  /** It was handed out more than once and has its result, from this lease; or nobody is to make it any more. */
  | { kind: 'completed'; leaseId: string }
  | { kind: 'unknown' }

type Attempt = { runId: string; attempt: number }

/** The side of those who speak with agents. */
export type QueueDesk = {
  /**
   * Oldest first, up to the free slots of each line. Where there is nothing it waits for something to come; an agent
   * whose signal has aborted meanwhile gets nothing.
   */
  take(taker: Taker, request: TakeRequest, signal: AbortSignal): Promise<Handout>
  /** A sign of life for each lease. Those that the agent does not hold (any more) are `lost`. */
  renew(
    agentId: string,
    claims: readonly LeaseClaim[],
  ): Promise<{ lost: readonly string[]; cancelled: readonly string[] }>
  /** Gives runs back: they wait again, in front. */
  release(agentId: string, claims: readonly LeaseClaim[]): Promise<void>
  /** In the order of the attempts. */
  lookUp(attempts: readonly Attempt[]): Promise<readonly AttemptStatus[]>
  /** The attempts have their results. For each, whether it was open until now. */
  complete(attempts: readonly TicketedRun[]): Promise<readonly boolean[]>
  /** The runs are over, with all of their attempts. */
  close(runs: readonly TicketedRun[]): Promise<void>
  /** All runs of these parcels are over: called when their results are stored. */
  settle(parcels: readonly string[]): Promise<void>
  /** Called with runs that were handed out as often as they may be, and never heard of again. */
  onLost(listener: (runs: readonly Run[]) => Promise<void> | void): void
  /** Whoever waits for runs of this agent is answered now, at whichever server. */
  endWaitsOf(agentId: string): void
  /** Ends every wait: from then on `take` answers at once. */
  endWaits(): void
}

/** Which runs are meant: told to other servers, too, and so no function. */
export type RunMatch =
  /** All that would be lost with this program. */
  | { kind: 'all' }
  | { kind: 'check'; checkId: string }
  /** Null: every run of the session. */
  | { kind: 'session'; sessionId: string; runIds: readonly string[] | null }
  | { kind: 'trial-runs'; ids: readonly string[] }

export function matchesRun(match: RunMatch, run: TicketedRun): boolean {
  switch (match.kind) {
    case 'all':
      return true
    case 'check':
      return run.checkId === match.checkId
    case 'session':
      return run.sessionId === match.sessionId && (match.runIds === null || match.runIds.includes(run.runId))
    case 'trial-runs':
      return run.source === 'EDITOR' && match.ids.includes(run.checkId)
    default:
      return match satisfies never
  }
}

/** The side of those who decide what runs. Listeners never fail. */
export type QueueWatcher = {
  /** Whether an attempt of this run waits for an agent. */
  isWaiting(runId: string): boolean
  /** The attempt of this run that an agent holds, and since when; null when none holds one. */
  held(runId: string): HeldAttempt | null
  /** Those that agents hold, as far as is known here. */
  heldRuns(): readonly TicketedRun[]
  /** Called before agents get these runs, and when an agent is found to have had one since before the program started. */
  onTaken(listener: (runs: readonly TicketedRun[]) => Promise<void> | void): void
  onClosed(listener: (runs: readonly RunName[]) => void): void
  /** Called with leases that ended without a result: whoever had the run did not make it. */
  onReturned(listener: (leases: readonly { run: TicketedRun }[]) => void): void
  /** Called with runs that nobody took in time: they are forgotten. */
  onExpired(listener: (runs: readonly Run[]) => void): void
  /**
   * Forgets the waiting runs that match, and returns them. Those that agents hold are kept, or cancelled: then
   * they are forgotten as well, because an agent that is told gives its run up without a word.
   */
  drop(match: RunMatch, held: 'keep' | 'cancel'): Promise<readonly TicketedRun[]>
}

export type QueueStats = { queued: number; inflight: number; oldestQueuedAt: number | null }

/** Parcels of runs that this server has published and fetched, since its start. */
export type ParcelFigures = {
  published: Readonly<Record<Exclude<ParcelOutcome, 'failed'> | 'again', number>>
  /** From the first try to the acknowledgement. */
  publishing: Timing
  /** By how often they were delivered. */
  delivered: Readonly<Record<'1' | '2' | 'more', number>>
  /** Cut into single runs after an agent was lost. */
  split: number
  unreadable: number
}

/** The side of those who operate the service. */
export type QueueOperator = {
  /** Null where runs wait in memory. */
  parcelFigures(): ParcelFigures | null
  /** By place; one without runs is left out. */
  statsByLocation(): Promise<ReadonlyMap<string, QueueStats>>
  totals(): Promise<{ queued: number; inflight: number }>
  /** How many runs each agent holds; one that holds none is left out. */
  heldByAgent(): Promise<ReadonlyMap<string, number>>
}

/** Why there is no result of a run that expired, for people. */
export const expiredReason = 'No agent of the location started the run in time'
