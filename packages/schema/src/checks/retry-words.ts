import type { RetryPlan } from './retry-plan.ts'

/** What happens when a run fails, the older double check included. */
export function retryWords(plan: RetryPlan | null): string {
  if (plan === null) return 'No retries: the first failure counts.'
  const count = plan.maxRetries === 1 ? '1 retry' : `Up to ${plan.maxRetries} retries`
  const where = plan.sameRegion ? 'at the same location' : 'at another location if there is one'
  const condition = plan.onlyOnNetworkError ? ', only when the target gave no answer' : ''
  return `${count} ${where}, ${pauseOf(plan)}${condition}.`
}

function pauseOf({ type, baseBackoffSeconds, maxRetries }: RetryPlan): string {
  if (baseBackoffSeconds === 0) return 'at once'
  const first = `after ${baseBackoffSeconds} s`
  if (maxRetries === 1 || type === 'SINGLE_RETRY') return first
  switch (type) {
    case 'FIXED':
      return `${first} each`
    case 'LINEAR':
      return `the first ${first}, then longer each time`
    case 'EXPONENTIAL':
      return `the first ${first}, then twice as long each time`
    default:
      return type satisfies never
  }
}
