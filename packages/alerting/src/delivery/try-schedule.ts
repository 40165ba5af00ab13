import { dayMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'

/** A receiver that has taken none of these is in trouble. */
export const quickTries = 6
const quickWaitMs = 20 * secondMs
/** A receiver may ask for a longer wait, up to this. */
const longestAskedWaitMs = 120 * secondMs
/** After the quick tries: a receiver that is away for long still hears everything when it is back. */
const slowWaitsMs = [2, 5, 10, 20].map((minutes) => minutes * minuteMs)
/** Instead of those, once the receiver has taken something else. */
export const soonerWaitMs = minuteMs
export const longestWaitMs = 30 * minuteMs
const giveUpAfterMs = dayMs

/**
 * When a row is tried again that has failed `tries` times; null: never. A row that had to wait for others has
 * its quick tries in any case, however old it is.
 */
export function nextTry({
  tries,
  createdAt,
  now,
  retryAfterMs,
}: {
  tries: number
  createdAt: number
  now: number
  retryAfterMs: number | null
}): number | null {
  const requestedWaitMs = Math.min(retryAfterMs ?? 0, longestAskedWaitMs)
  if (tries < quickTries) return now + Math.max(quickWaitMs, requestedWaitMs)
  const at = now + Math.max(slowWaitsMs[tries - quickTries] ?? longestWaitMs, requestedWaitMs)
  return at > createdAt + giveUpAfterMs ? null : at
}
