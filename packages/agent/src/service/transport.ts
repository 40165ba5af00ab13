import type { Readable } from 'node:stream'
import type { ArtifactOrder, ArtifactOutcome } from '@sonde/schema/agents/artifact-protocol.ts'
import type {
  DiagnosticsRequest,
  EventsRequest,
  GoldenAnswer,
  GoldenOrder,
  HeartbeatAnswer,
  HeartbeatRequest,
  LeaseAnswer,
  LeaseRequest,
  LogRequest,
  RegisterAnswer,
  RegisterRequest,
  ReleaseRequest,
  RenewAnswer,
  RenewRequest,
  ResultsAnswer,
  ResultsRequest,
} from '@sonde/schema/agents/agent-protocol.ts'

import type { BroughtArchive, DependencyOrder } from '@sonde/schema/agents/dependency-protocol.ts'

/**
 * How an agent speaks with the service: over HTTP, or by function calls inside the server. A call that does
 * not succeed rejects with a `TransportFailure`; anything else that it throws counts as a bug.
 */
export type AgentTransport = {
  register(body: RegisterRequest): Promise<RegisterAnswer>
  /** Answers when there is something to say, or after the poll time; ends early when the signal aborts. */
  lease(body: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer>
  renew(body: RenewRequest): Promise<RenewAnswer>
  release(body: ReleaseRequest): Promise<void>
  sendResults(body: ResultsRequest): Promise<ResultsAnswer>
  heartbeat(body: HeartbeatRequest, signal?: AbortSignal): Promise<HeartbeatAnswer>
  sendEvents(body: EventsRequest): Promise<void>
  sendDiagnostics(body: DiagnosticsRequest): Promise<void>
  sendLog(body: LogRequest): Promise<void>
  /** A file that a run left behind, or a part of it: `body` opens what is sent. Reports refusals as outcomes. */
  sendArtifact(order: ArtifactOrder, body: () => Readable, signal: AbortSignal): Promise<ArtifactOutcome>
  /** A file of a run with scripts, by its hash; null when the run of the ticket does not use it. */
  fetchCode(file: { sha256: string; ticket: string }, signal: AbortSignal): Promise<Uint8Array | null>
  /** A golden file that a run has made, before its result: `body` opens it. */
  storeGolden(order: GoldenOrder, body: () => Readable, signal: AbortSignal): Promise<GoldenAnswer>
  /**
   * The project that a run is made of, by the hash of its archive, as it comes; null when the run of the ticket does not
   * use it. Whoever does not read to the end destroys the stream.
   */
  fetchBundle(file: { sha256: string; ticket: string }, signal: AbortSignal): Promise<Readable | null>
  dependencies: DependencyTransport
}

/** Packages that suites have installed, kept by the service for the account of a run. */
export type DependencyTransport = {
  /** As it comes, with the hash that it has to have; null when there is none. Whoever does not read to the end destroys the stream. */
  fetch(order: DependencyOrder, signal: AbortSignal): Promise<{ sha256: string; body: Readable } | null>
  store(order: BroughtArchive, body: () => Readable, signal: AbortSignal): Promise<void>
  drop(order: DependencyOrder, signal: AbortSignal): Promise<void>
}

/**
 * What the agent does about a failed call:
 * - unauthorized: the key is gone; end.
 * - too-old: the service wants a newer agent; stop leasing.
 * - refused: this very message will never be accepted.
 * - unavailable: try again later.
 */
export type TransportFailureKind = 'unauthorized' | 'too-old' | 'refused' | 'unavailable'

export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly kind: TransportFailureKind
  /** When the service asked for a pause. */
  readonly retryAfterMs: number | null
  /** The HTTP status, where there was one. */
  readonly status: number | null

  constructor(
    kind: TransportFailureKind,
    message: string,
    { retryAfterMs = null, status = null }: { retryAfterMs?: number | null; status?: number | null } = {},
  ) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.status = status
  }
}
