import { minuteMs } from '@sonde/ground/durations.ts'
import type { RetryPlan } from '@sonde/schema/checks/retry-plan.ts'
import { backoffSeconds } from '@sonde/schema/checks/retry-waits.ts'
import { latestStartMs } from '@sonde/store/results/results.ts'
import type { LocationQueue } from '../schedule/location-pool.ts'

export type FailedAttempt = {
  attempt: number
  isNetworkError: boolean
  firstStartedAt: number
  endedAt: number
  /** When the result is here: nothing begins before that. */
  now: number
}

/** When the next attempt is due after this failed one; null when there is none. */
export function nextAttemptAt(plan: RetryPlan | null, failed: FailedAttempt): number | null {
  if (plan === null || failed.attempt > plan.maxRetries) return null
  if (plan.onlyOnNetworkError && !failed.isNetworkError) return null
  const dueAt = failed.endedAt + backoffSeconds(plan, failed.attempt) * 1000
  if (plan.maxDurationSeconds === null) return dueAt
  const startAt = Math.max(dueAt, failed.now)
  return startAt - failed.firstStartedAt <= plan.maxDurationSeconds * 1000 ? dueAt : null
}

/** No attempt begins an hour after its slot; some of that hour may be spent on waiting for an agent. */
const latestAttemptMs = latestStartMs - 10 * minuteMs

/** Whether a result or a restart comes so late that another attempt would say nothing about the slot any more. */
export function isTooLateFor(run: { scheduledAt: number }, startAt: number): boolean {
  return startAt - run.scheduledAt > latestAttemptMs
}

/**
 * Where the next attempt is made: elsewhere when the strategy asks for it, at a place that this run has not
 * tried yet if there is one. Only places that an agent serves count; without another one, in place.
 */
export function placeOfRetry(
  plan: Pick<RetryPlan, 'sameRegion'>,
  run: { place: string; location: string; tried: readonly string[]; isParallel: boolean },
  pool: readonly LocationQueue[],
  { isServed, random }: { isServed: (place: string) => boolean; random: () => number },
): LocationQueue {
  const here = { place: run.place, location: run.location }
  if (plan.sameRegion || run.isParallel) return here
  const others = pool.filter(({ place }) => place !== run.place && isServed(place))
  const untried = others.filter(({ location }) => !run.tried.includes(location))
  const candidates = untried.length > 0 ? untried : others
  return candidates[Math.floor(random() * candidates.length)] ?? here
}
