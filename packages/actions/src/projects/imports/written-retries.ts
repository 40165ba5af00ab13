import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { retryPlanOf } from '@sonde/schema/checks/retry-plan.ts'

/** Whether a check has the older double check, which no code of the command can say. */
export function hasDoubleCheck(check: ConfigurationItem): boolean {
  return (check['retryStrategy'] ?? null) === null && planOf(check) !== null
}

/**
 * The retries of a check as the generators of the command can write them; null where they write them as they are. They know
 * nothing of the double check, and write code without retries for it; a pause of 0 s they leave out, which then is a
 * minute.
 */
export function writtenRetries(check: ConfigurationItem): ConfigurationItem | null {
  const plan = planOf(check)
  if (plan === null || plan.baseBackoffSeconds > 0) return null
  const { type, sameRegion, maxRetries, maxDurationSeconds, onlyOnNetworkError } = plan
  return {
    doubleCheck: false,
    retryStrategy: {
      type,
      baseBackoffSeconds: 1,
      sameRegion,
      ...(type === 'SINGLE_RETRY' ? {} : { maxRetries, maxDurationSeconds }),
      ...(onlyOnNetworkError ? { onlyOn: ['NETWORK_ERROR'] } : {}),
    },
  }
}

/** Nothing runs a heartbeat, and nothing retries it. */
function planOf(check: ConfigurationItem) {
  return check['checkType'] === 'HEARTBEAT' ? null : retryPlanOf(check)
}
