import type { RetryPlan } from './retry-plan.ts'
import { retryWaits } from './retry-waits.ts'

/** What happens when a run fails, the older double check included. */
export function retryWords(plan: RetryPlan | null): string {
  if (plan === null) return 'No retries: the first failure counts.'
  const waits = retryWaits(plan)
  const limit = `${plan.maxDurationSeconds ?? 0} s`
  if (waits.length === 0) return `No retries: the first one would start after the limit of ${limit}.`
  const where = plan.sameRegion ? 'at the same location' : 'at another location if there is one'
  const condition = plan.onlyOnNetworkError ? ', only when the target gave no answer' : ''
  const cut = waits.length < plan.maxRetries ? `; further ones would start after the limit of ${limit}` : ''
  return `${waits.length === 1 ? '1 retry' : `Up to ${waits.length} retries`} ${where}, ${waitsInWords(waits)}${condition}${cut}.`
}

const mostWaits = 4

function waitsInWords(waits: readonly number[]): string {
  const [first = 0] = waits
  if (waits.every((wait) => wait === first)) {
    if (first === 0) return 'at once'
    return waits.length === 1 ? `after ${first} s` : `after ${first} s each`
  }
  const last = waits.at(-1)
  return waits.length > mostWaits
    ? `after ${waits.slice(0, mostWaits - 1).join(', ')} … ${last} s`
    : `after ${waits.slice(0, -1).join(', ')} and ${last} s`
}
