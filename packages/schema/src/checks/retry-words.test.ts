import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryPlanOf } from './retry-plan.ts'
import { retryWords } from './retry-words.ts'

const cases: readonly [config: Record<string, unknown>, words: string][] = [
  [{}, '1 retry at another location if there is one, at once.'],
  [{ retryStrategy: null, doubleCheck: true }, '1 retry at another location if there is one, at once.'],
  [{ retryStrategy: null, doubleCheck: false }, 'No retries: the first failure counts.'],
  [{ retryStrategy: { type: 'FIXED' } }, 'Up to 2 retries at the same location, after 60 s each.'],
  [
    { retryStrategy: { type: 'SINGLE_RETRY', baseBackoffSeconds: 5, sameRegion: false } },
    '1 retry at another location if there is one, after 5 s.',
  ],
  [
    { retryStrategy: { type: 'LINEAR', maxRetries: 3, baseBackoffSeconds: 10, onlyOn: 'NETWORK_ERROR' } },
    'Up to 3 retries at the same location, after 10, 20 and 30 s, only when the target gave no answer.',
  ],
  [
    { retryStrategy: { type: 'EXPONENTIAL', maxRetries: 3, baseBackoffSeconds: 3 } },
    'Up to 3 retries at the same location, after 3, 9 and 27 s.',
  ],
  // 60 and then 60 × 60 seconds: the second would begin long after the time for all of them.
  [
    { retryStrategy: { type: 'EXPONENTIAL' } },
    '1 retry at the same location, after 60 s; further ones would start after the limit of 600 s.',
  ],
  [
    { retryStrategy: { type: 'LINEAR', maxRetries: 10, baseBackoffSeconds: 5 } },
    'Up to 10 retries at the same location, after 5, 10, 15 … 50 s.',
  ],
  [
    { retryStrategy: { type: 'FIXED', maxRetries: 2, baseBackoffSeconds: 60, maxDurationSeconds: 30 } },
    'No retries: the first one would start after the limit of 30 s.',
  ],
  [
    { retryStrategy: { type: 'FIXED', maxRetries: 2, baseBackoffSeconds: 0, maxDurationSeconds: 0 } },
    'No retries: the first one would start after the limit of 0 s.',
  ],
]
for (const [config, words] of cases) {
  test(`retries are told as they will happen: ${words}`, () => {
    assert.equal(retryWords(retryPlanOf(config)), words)
  })
}
