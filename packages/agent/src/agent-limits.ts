import { minuteMs } from '@sonde/ground/durations.ts'
import { defaultBackoff, type BackoffRange } from './service/backoff.ts'

export type AgentLimits = {
  backoff: BackoffRange
  /** How long to stay away from a service that wants a newer agent. */
  tooOldPauseMs: number
  bufferBytes: number
  /** How long after one message with results the next one begins. */
  resultPaceMs: number
  /** How long a result waits for those of runs that are under way. */
  resultGatherMs: number
  mostRunMs: number
  tickMs: number
  /** How long a service that was asked to answer the open poll may take, before it is asked again. */
  pollEndMs: number
  /** How long the last words of a stopping agent may take. */
  farewellMs: number
}

export const defaultLimits: AgentLimits = {
  backoff: defaultBackoff,
  tooOldPauseMs: minuteMs,
  bufferBytes: 100_000_000,
  // For the service a message costs as much as some thirty results in it.
  resultPaceMs: 100,
  // The runs of a parcel end within some tens of milliseconds.
  resultGatherMs: 50,
  mostRunMs: 240_000,
  tickMs: 1_000,
  pollEndMs: 500,
  farewellMs: 2_000,
}
