import type { RetryStrategy, RetryType } from './retry-strategy.ts'

/** A retry strategy with nothing left out. */
export type RetryPlan = {
  type: RetryType
  baseBackoffSeconds: number
  sameRegion: boolean
  maxRetries: number
  /** Null: however long it takes. */
  maxDurationSeconds: number | null
  onlyOnNetworkError: boolean
}

const doubleCheck: RetryPlan = {
  type: 'FIXED',
  baseBackoffSeconds: 0,
  sameRegion: false,
  maxRetries: 1,
  maxDurationSeconds: 600,
  onlyOnNetworkError: false,
}

/** How a check is retried: by its strategy, else by the older double check, else not at all. */
export function retryPlanOf(config: Readonly<Record<string, unknown>>): RetryPlan | null {
  // Validated by its schema when the check was saved.
  const strategy = (config['retryStrategy'] ?? null) as RetryStrategy
  if (strategy === null) return config['doubleCheck'] === false ? null : doubleCheck
  const isSingle = strategy.type === 'SINGLE_RETRY'
  return {
    type: strategy.type,
    baseBackoffSeconds: strategy.baseBackoffSeconds ?? 60,
    sameRegion: strategy.sameRegion ?? true,
    maxRetries: isSingle ? 1 : (strategy.maxRetries ?? 2),
    maxDurationSeconds: isSingle ? null : (strategy.maxDurationSeconds ?? 600),
    onlyOnNetworkError: strategy.onlyOn !== undefined,
  }
}
