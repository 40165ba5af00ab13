import { reconcileRoundTrip } from '../icmp-engine/reconcile-round-trip.ts'

/** In milliseconds; stamps, on the wall clock, are NaN where the kernel took none. */
export type AnswerTimes = {
  sentStampMs: number
  receivedStampMs: number
  /** On the monotonic clock, before the kernel was asked to send. */
  sentMs: number
  /** On the monotonic clock, when we held the answer. */
  receivedMs: number
  /** How long the kernel took to send. */
  sendCallMs: number
  /** Wall clock minus monotonic clock, now and since the probe was sent. */
  clockOffsetMs: number
  clockShiftMs: number
  awakeSinceMs: number
}

const clockToleranceMs = 0.1

/**
 * The kernel's times at both ends where it took them. Else its time of the arrival alone, which holds no delay of
 * ours but that between our own look at the clock and the departure; else our own times, which hold all of it.
 */
export function timeAnswer(times: AnswerTimes): { rttMs: number; noiseMs: number; isKernelTimed: boolean } {
  const { sentStampMs, receivedStampMs, sentMs, receivedMs, clockShiftMs } = times
  const trip = reconcileRoundTrip({
    sentStampMs: Number.isNaN(sentStampMs) ? null : sentStampMs,
    receivedStampMs: Number.isNaN(receivedStampMs) ? null : receivedStampMs,
    sentMs,
    receivedMs,
    clockShiftMs,
  })
  if (trip.delayMs !== null) return { rttMs: trip.rttMs, noiseMs: trip.delayMs, isKernelTimed: true }
  const arrivedMs = receivedStampMs - times.clockOffsetMs
  const isPlausible =
    Math.abs(clockShiftMs) <= clockToleranceMs &&
    arrivedMs >= sentMs &&
    arrivedMs <= receivedMs + clockToleranceMs
  if (isPlausible) return { rttMs: arrivedMs - sentMs, noiseMs: times.sendCallMs, isKernelTimed: false }
  return { rttMs: trip.rttMs, noiseMs: Math.max(0, receivedMs - times.awakeSinceMs), isKernelTimed: false }
}
