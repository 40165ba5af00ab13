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

test('what the service asks for is the pause, with up to a fifth more, however often it failed before', () => {
  for (const [chance, pauseMs] of [
    [0, 5_000],
    [0.5, 5_500],
    [1, 6_000],
  ] as const) {
    const backoff = createBackoff(defaultBackoff, () => chance)
    for (let failure = 0; failure < 10; failure += 1) backoff.nextMs(null)
    assert.equal(Math.round(backoff.nextMs(5_000)), pauseMs)
    assert.equal(Math.round(backoff.nextMs(90_000)), pauseMs * 18)
  }
})

test('a service that asks for no pause at all is not tried without one, and a success starts anew', () => {
  const backoff = createBackoff(defaultBackoff, () => 0)
  assert.equal(backoff.nextMs(0), 1_000)
  assert.equal(backoff.nextMs(null), 1_000)
  assert.equal(backoff.nextMs(null), 2_000)
  backoff.reset()
  assert.equal(backoff.nextMs(null), 1_000)
})

test('a long outage never makes the pause infinite', () => {
  const backoff = createBackoff(defaultBackoff, () => 1)
  for (let failure = 0; failure < 5_000; failure++) assert.ok(backoff.nextMs(null) <= 60_000)
})
