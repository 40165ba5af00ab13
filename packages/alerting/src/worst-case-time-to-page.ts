import type { RetryType } from '@sonde/schema/checks/retry-strategy.ts'
import { backoffSeconds } from '@sonde/schema/checks/retry-waits.ts'
import type { CompleteAlertSettings } from './effective-alert-settings.ts'

/** What decides how long a total outage can go unnoticed. Locations do not: all of them see it. */
export type PagingConfiguration = {
  periodSeconds: number
  /** The hard limit of one attempt. */
  longestAttemptSeconds: number
  /** Null: no retries. A maximum duration of null: however long it takes. */
  retry: {
    type: RetryType
    baseBackoffSeconds: number
    maxRetries: number
    maxDurationSeconds: number | null
  } | null
  escalation: Pick<CompleteAlertSettings, 'escalationType' | 'failedRunThreshold' | 'minutesFailingThreshold'>
  /** What the service itself may add. */
  service: {
    /** From the time an attempt is due until an agent begins it. */
    beginSeconds: number
    /** From the alert being written until the first try to deliver it. */
    pickUpSeconds: number
  }
}

/** In seconds; `total` is the sum of the three parts. */
export type TimeToPage = {
  /** From the outage until the slot of the first run that sees it. */
  waitForRun: number
  /** From the slot of the run that raises the alert until its last attempt has ended. */
  attempts: number
  /** From the slot of the first failed run to that of the run that raises the alert. */
  escalation: number
  /** Until the alert is written. */
  total: number
  totalToFirstTry: number
}

/** How late an alert about a total outage can come, when everything that may take long does. */
export function worstCaseTimeToPage(configuration: PagingConfiguration): TimeToPage {
  const { periodSeconds, longestAttemptSeconds, service } = configuration
  // The target goes down just after a run has looked, and that run may take its time to end.
  const waitForRun = slotsUntilNextRun(service.beginSeconds + longestAttemptSeconds, periodSeconds)
  const attempts = longestSequence(configuration)
  const escalation = longestEscalation(configuration, slotsUntilNextRun(attempts, periodSeconds))
  const total = waitForRun + attempts + escalation
  return { waitForRun, attempts, escalation, total, totalToFirstTry: total + service.pickUpSeconds }
}

/**
 * From the slot of a run to the slot of the next: slots are skipped while it is open. One that falls on the
 * very end counts as skipped, because the result is not in yet.
 */
function slotsUntilNextRun(openSeconds: number, periodSeconds: number): number {
  return (Math.floor(openSeconds / periodSeconds) + 1) * periodSeconds
}

/**
 * The longest run: failing attempts may be quick or slow, each as it pleases. Quick ones leave room for more
 * retries within the maximum duration, slow ones use it up; the last attempt is never cut. So the longest run
 * is the one whose last attempt begins as late as its retries and the maximum allow, and then takes longest.
 */
function longestSequence({ retry, longestAttemptSeconds, service }: PagingConfiguration): number {
  const { beginSeconds } = service
  const attempt = beginSeconds + longestAttemptSeconds
  if (retry === null) return attempt
  const limit = retry.maxDurationSeconds ?? Infinity
  const retries = retry.type === 'SINGLE_RETRY' ? 1 : retry.maxRetries
  let longest = attempt
  let backoff = 0
  for (let count = 1; count <= retries; count += 1) {
    backoff += backoffSeconds(retry, count)
    // The maximum counts from the beginning of the first attempt until a retry is due.
    if (backoff > limit) break
    const slowest = backoff + count * longestAttemptSeconds + (count - 1) * beginSeconds
    longest = Math.max(longest, beginSeconds + Math.min(slowest, limit) + attempt)
  }
  return longest
}

/**
 * By runs: as many further runs as the threshold asks for, each as far away as can be. By time: no timer fires,
 * so the alert waits for a run that is due at or after the threshold. At worst a run is due on the last slot
 * before it, and is the longest one; with retries whose delays skip that slot it is a bound, not reached.
 */
function longestEscalation(
  { escalation, periodSeconds }: PagingConfiguration,
  longestGapSeconds: number,
): number {
  if (escalation.escalationType === 'RUN_BASED')
    return (escalation.failedRunThreshold - 1) * longestGapSeconds
  const slotsToThreshold = Math.ceil((escalation.minutesFailingThreshold * 60) / periodSeconds)
  return (slotsToThreshold - 1) * periodSeconds + longestGapSeconds
}
