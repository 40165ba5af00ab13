import type { RetryPlan } from './retry-plan.ts'
import type { RetryType } from './retry-strategy.ts'

/** How long before the retry with this number, from 1, counted from the end of the attempt before it. */
export function backoffSeconds(
  { type, baseBackoffSeconds: base }: { type: RetryType; baseBackoffSeconds: number },
  retry: number,
): number {
  switch (type) {
    case 'LINEAR':
      return base * retry
    case 'EXPONENTIAL':
      return base ** retry
    default:
      return base
  }
}

/** How long each retry waits, in seconds: only those that can begin within the time that the plan has for all of them. */
export function retryWaits(plan: RetryPlan): number[] {
  const waits: number[] = []
  let total = 0
  for (let retry = 1; retry <= plan.maxRetries; retry += 1) {
    const wait = backoffSeconds(plan, retry)
    total += wait
    // An attempt takes some time itself: a retry that would begin at the very limit begins too late.
    if (plan.maxDurationSeconds !== null && total >= plan.maxDurationSeconds) break
    waits.push(wait)
  }
  return waits
}
