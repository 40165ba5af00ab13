/** All in milliseconds. Stamps are wall-clock time as the kernel took it; the other times are monotonic. */
export type RoundTripTimes = {
  sentStampMs: number | null
  receivedStampMs: number | null
  /** When our thread handed the request to the kernel. */
  sentMs: number
  /** When our thread held the reply. */
  receivedMs: number
  /** How far the wall clock moved against the monotonic clock meanwhile. */
  clockShiftMs: number
}

export type RoundTrip = {
  rttMs: number
  /** By how much our own thread's times would have been longer; null when the kernel's were not used. */
  delayMs: number | null
}

/**
 * Reading both clocks takes well under a microsecond, and NTP slews both alike: between the two, only a step of the
 * wall clock makes a difference above this.
 */
const clockToleranceMs = 0.1

/**
 * Our thread hands the request over before the kernel stamps it and sees the reply after the kernel stamped that,
 * so the kernel's difference lies between zero and ours. Where it does not, or the clocks moved apart, the wall
 * clock was stepped and the monotonic difference counts.
 */
export function reconcileRoundTrip(times: RoundTripTimes): RoundTrip {
  const userMs = Math.max(0, times.receivedMs - times.sentMs)
  const { sentStampMs, receivedStampMs } = times
  if (sentStampMs === null || receivedStampMs === null) return byOurOwnClock(userMs)
  const kernelMs = receivedStampMs - sentStampMs
  const isStepped =
    Math.abs(times.clockShiftMs) > clockToleranceMs || kernelMs < 0 || kernelMs > userMs + clockToleranceMs
  if (isStepped) return byOurOwnClock(userMs)
  return { rttMs: inNanoseconds(kernelMs), delayMs: inNanoseconds(Math.max(0, userMs - kernelMs)) }
}

function byOurOwnClock(userMs: number): RoundTrip {
  return { rttMs: inNanoseconds(userMs), delayMs: null }
}

/** Clocks count nanoseconds: what a difference has beyond them is the error of the subtraction. */
function inNanoseconds(ms: number): number {
  return Math.round(ms * 1e6) / 1e6
}
