import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { holdUp } from '../testing/prompt-servers.ts'
import { createLoopWatch } from './loop-watch.ts'

/** A tick of the watch may have been due this late in the time of being held up. */
const tickMs = 10

test('delays add up', async () => {
  const leave = createLoopWatch().enter()
  for (let turn = 0; turn < 5; turn += 1) {
    holdUp(60)
    await nextTurn()
  }
  const delayMs = leave()
  assert.ok(delayMs >= 5 * (60 - tickMs) - 5, `${delayMs} ms`)
})

test('a delay that goes on counts before its tick has come', () => {
  const leave = createLoopWatch().enter()
  holdUp(60)
  assert.ok(leave() >= 60 - tickMs - 1)
})

test('the delay is never longer than the measurement', async () => {
  const watch = createLoopWatch()
  const leaveEarlier = watch.enter()
  holdUp(60)
  const startedMs = performance.now()
  const leave = watch.enter()
  await nextTurn()
  await nextTurn()
  const delayMs = leave()
  assert.ok(delayMs >= 0 && delayMs <= performance.now() - startedMs)
  leaveEarlier()
})

test('what is told once stays so', async () => {
  const watch = createLoopWatch()
  const leave = watch.enter()
  const delayMs = leave()
  const leaveAnother = watch.enter()
  holdUp(60)
  await nextTurn()
  assert.equal(leave(), delayMs)
  leaveAnother()
})
