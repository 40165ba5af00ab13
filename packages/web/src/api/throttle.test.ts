import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createThrottle } from './throttle.ts'

const everyMs = 200

test('a burst is acted upon once, and what comes after it once more when its time has come', async () => {
  const actedAt: number[] = []
  const second = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const throttle = createThrottle(everyMs, () => {
    actedAt.push(performance.now())
    if (actedAt.length === 1) first.resolve()
    else second.resolve()
  })
  for (let count = 0; count < 100; count += 1) throttle.ask()
  await first.promise
  for (let count = 0; count < 100; count += 1) throttle.ask()
  await second.promise
  const [one = 0, two = 0] = actedAt
  assert.equal(actedAt.length, 2)
  // A timer counts from when its turn of the loop began, which on a busy machine is some time ago.
  assert.ok(two - one >= everyMs / 2, `${two - one} ms`)
})

test('nothing is done after it was stopped', async () => {
  let calls = 0
  const throttle = createThrottle(0, () => {
    calls += 1
  })
  throttle.ask()
  throttle.stop()
  // Timers of the same length fire in the order in which they were set.
  await delay(1)
  assert.equal(calls, 0)
})
