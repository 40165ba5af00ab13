import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBackoff, defaultBackoff } from './backoff.ts'

test('pauses double from 1 to 60 s, each at random in the upper half of its step', () => {
  const least = createBackoff(defaultBackoff, () => 0)
  const most = createBackoff(defaultBackoff, () => 1)
  const take = (backoff: typeof least) => Array.from({ length: 8 }, () => backoff.nextMs(null))
  assert.deepEqual(take(least), [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  assert.deepEqual(take(most), [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
})

test('a pause is never shorter than what the service asked for, and a success starts anew', () => {
  const backoff = createBackoff(defaultBackoff, () => 0)
  assert.equal(backoff.nextMs(90_000), 90_000)
  backoff.reset()
  assert.equal(backoff.nextMs(null), 1_000)
})

test('a long outage never makes the pause infinite', () => {
  const backoff = createBackoff(defaultBackoff, () => 1)
  for (let failure = 0; failure < 5_000; failure++) assert.ok(backoff.nextMs(null) <= 60_000)
})
