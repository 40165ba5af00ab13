import { minuteMs } from '@sonde/ground/durations.ts'
import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import type { HeartbeatTimer } from '@sonde/store/heartbeats/heartbeats.ts'

export type HeartbeatTerms = { periodMs: number; graceMs: number }

export type PingState = Exclude<HeartbeatState, 'FAILING'>

/** How far from its time a ping counts as on time: jobs take a moment longer on one day than on another. */
export function toleranceMs(periodMs: number): number {
  return Math.max(1_000, Math.min(minuteMs, periodMs / 100))
}

/** The next ping is measured from this moment, and never from a calendar. */
export function timerFrom(at: number, { periodMs, graceMs }: HeartbeatTerms): HeartbeatTimer {
  const expectedAt = at + periodMs
  return { expectedAt, deadlineAt: expectedAt + graceMs }
}

/** What a ping is, and what is waited for after it. */
export function takePing(
  timer: HeartbeatTimer | null,
  terms: HeartbeatTerms,
  at: number,
): { state: PingState; timer: HeartbeatTimer } {
  return { state: stateOf(timer, terms, at), timer: timerFrom(at, terms) }
}

function stateOf(timer: HeartbeatTimer | null, { periodMs }: HeartbeatTerms, at: number): PingState {
  if (timer === null || Math.abs(at - timer.expectedAt) <= toleranceMs(periodMs)) return 'RECEIVED'
  if (at < timer.expectedAt) return 'EARLY'
  return at <= timer.deadlineAt ? 'GRACE' : 'LATE'
}

/**
 * The failure of a job that has not pinged until its deadline, and what is waited for after it; null while there
 * is time. A deadline from before `upSince` passed while nobody could ping: the failure is of now, and so is the
 * beginning of the next period, or every period of a long night would fail at once.
 */
export function missPing(
  timer: HeartbeatTimer,
  terms: HeartbeatTerms,
  { now, upSince }: { now: number; upSince: number },
): { at: number; timer: HeartbeatTimer } | null {
  if (now < timer.deadlineAt) return null
  const at = timer.deadlineAt >= upSince ? timer.deadlineAt : now
  return { at, timer: timerFrom(at, terms) }
}
