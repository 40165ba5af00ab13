import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeptLog } from '../../testing/kept-log.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createRunLoop } from './run-loop.ts'

/** A loop whose work the test ends, one piece after the other. */
function makeLoop() {
  const clock = createTestClock()
  const log = createKeptLog()
  const begun: { end: (nextAt: number) => void; fail: (error: Error) => void }[] = []
  const listeners: (() => void)[] = []
  const jumps: number[] = []
  const loop = createRunLoop({
    onJump: (jumpedMs) => void jumps.push(jumpedMs),
    clock,
    log,
    work: () => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      begun.push({ end: resolve, fail: reject })
      for (const listener of listeners.splice(0)) listener()
      return promise
    },
  })
  async function nth(count: number) {
    while (begun.length < count) {
      await new Promise<void>((resolve) => {
        listeners.push(resolve)
      })
    }
    const turn = begun[count - 1]
    assert.ok(turn !== undefined)
    return turn
  }
  return { clock, log, loop, begun, nth, jumps }
}

test('work is done one piece at a time, again when something is due, and sooner when woken', async () => {
  const { clock, loop, begun, nth } = makeLoop()
  loop.start()
  loop.wake()
  const first = await nth(1)
  assert.equal(begun.length, 1)
  first.end(Infinity)
  const second = await nth(2)
  second.end(clock.now() + 1)
  const third = await nth(3)
  third.end(Infinity)
  // Without this the next turn would come a second later.
  setImmediate(() => loop.wake())
  const fourth = await nth(4)
  const stopped = loop.stop()
  fourth.end(clock.now())
  await stopped
  loop.wake()
  assert.equal(begun.length, 4)
})

test('work that fails is logged and tried again', async () => {
  const { log, loop, nth } = makeLoop()
  loop.start()
  const first = await nth(1)
  loop.wake()
  first.fail(new Error('no'))
  const second = await nth(2)
  assert.deepEqual(log.errors, ['scheduling failed; retrying'])
  second.end(Infinity)
  await loop.stop()
})

test('something is due once in its time, whichever way the clock is set', () => {
  const { clock, loop } = makeLoop()
  assert.deepEqual(
    [loop.isDue('a', 1_000), loop.isDue('a', 1_000), loop.isDue('b', 1_000)],
    [true, false, true],
  )
  clock.advance(999)
  assert.equal(loop.isDue('a', 1_000), false)
  clock.advance(1)
  assert.equal(loop.isDue('a', 1_000), true)
  clock.advance(-5_000)
  assert.deepEqual([loop.isDue('a', 1_000), loop.isDue('a', 1_000)], [true, false])
})

test('a clock that was set is noticed, and by how much', async () => {
  const { clock, loop, nth, jumps } = makeLoop()
  loop.start()
  const [dayMs, minuteMs] = [24 * 60 * 60_000, 60_000]
  for (const [turn, stepMs] of [dayMs, -dayMs, 1_000].entries()) {
    const work = await nth(turn + 1)
    clock.advance(stepMs)
    loop.wake()
    work.end(Infinity)
  }
  const last = await nth(4)
  const stopped = loop.stop()
  last.end(Infinity)
  await stopped
  assert.equal(jumps.length, 2, 'a second is a delay and no jump')
  assert.ok(jumps.every(Number.isInteger), 'times in the database are whole milliseconds')
  // What went by meanwhile was time and no jump.
  for (const [index, expected] of [dayMs, -dayMs].entries()) {
    assert.ok(Math.abs((jumps[index] ?? 0) - expected) < minuteMs, `${jumps[index]}`)
  }
})
