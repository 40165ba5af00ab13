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
    'Up to 3 retries at the same location, the first after 10 s, then longer each time, only when the target gave no answer.',
  ],
]
for (const [config, words] of cases) {
  test(`retries are told as they will happen: ${words}`, () => {
    assert.equal(retryWords(retryPlanOf(config)), words)
  })
}
