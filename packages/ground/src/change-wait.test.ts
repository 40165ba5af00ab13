import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChangeWait } from './change-wait.ts'

for (const { what, nextAt, longestMs, after } of [
  { what: 'looks are the pause apart', nextAt: Infinity, longestMs: undefined, after: 500 },
  { what: 'who is told of most things looks less often', nextAt: Infinity, longestMs: 2_000, after: 2_000 },
  { what: 'unless something is due before', nextAt: 1_200, longestMs: 2_000, after: 1_200 },
  { what: 'but never sooner than after the pause', nextAt: 0, longestMs: 2_000, after: 500 },
]) {
  test(`without a feed ${what}`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
    const wait = createChangeWait({
      changes: null,
      clock: { now: () => Date.now() },
      pauseMs: 500,
      longestMs,
      keepsProcess: true,
    })
    let isOver = false
    void wait.until({ version: 0, nextAt }).then(() => (isOver = true))
    const isOverAfter = async (ms: number) => {
      t.mock.timers.tick(ms)
      await new Promise((resolve) => setImmediate(resolve))
      return isOver
    }
    // Step by step, as time passes.
    for (let passed = 100; passed < after; passed += 100) assert.equal(await isOverAfter(100), false)
    assert.equal(await isOverAfter(100), true)
  })
}
