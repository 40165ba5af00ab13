import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { createTestClock } from '../../../testing/test-clock.ts'
import { createByteBudget } from './byte-budget.ts'

const windowMs = 10_000
const max = 1_000

suite('a budget of bytes', () => {
  test('no span of one window holds more than the limit, and whoever waits as told is let in', () => {
    const bodies = fc.array(
      fc.record({
        most: fc.integer({ min: 0, max: 600 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        waitMs: fc.nat(3_000),
      }),
      { maxLength: 100 },
    )
    fc.assert(
      fc.property(bodies, (steps) => {
        const clock = createTestClock()
        const budget = createByteBudget({ max, windowMs, clock })
        const counted: { at: number; bytes: number }[] = []
        for (const { most, share, waitMs } of steps) {
          clock.advance(waitMs)
          let admission = budget.admit('k', most)
          if (admission.kind === 'refused') {
            assert.ok(admission.retryAfterMs > 0 && admission.retryAfterMs <= windowMs + 100)
            clock.advance(admission.retryAfterMs)
            admission = budget.admit('k', most)
          }
          assert.ok(admission.kind === 'admitted')
          const bytes = Math.floor(most * share)
          admission.body.count(bytes)
          counted.push({ at: clock.now(), bytes })
          admission.body.end()
          const since = clock.now() - windowMs
          const inWindow = counted.filter(({ at }) => at > since).map((each) => each.bytes)
          assert.ok(inWindow.reduce((sum, each) => sum + each, 0) <= max)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('bodies that are being read keep their share, and give back what did not come', () => {
    const budget = createByteBudget({ max, windowMs, clock: createTestClock() })
    const first = budget.admit('k', 800)
    assert.ok(first.kind === 'admitted')
    assert.equal(budget.admit('k', 300).kind, 'refused')
    assert.equal(budget.admit('other', 300).kind, 'admitted')
    first.body.count(100)
    first.body.end()
    first.body.end()
    assert.equal(budget.admit('k', 900).kind, 'admitted')
    assert.equal(budget.admit('k', 1).kind, 'refused')
  })

  test('a body that is read for longer than a window still counts', () => {
    const clock = createTestClock()
    const budget = createByteBudget({ max, windowMs, clock })
    const slow = budget.admit('k', 10)
    assert.ok(slow.kind === 'admitted')
    slow.body.count(10)
    clock.advance(3 * windowMs)
    assert.equal(budget.admit('other', 1).kind, 'admitted')
    slow.body.count(900)
    assert.equal(budget.admit('k', 200).kind, 'refused')
  })

  test('a clock that is set back locks nobody out, and keys that are silent are forgotten', () => {
    const clock = createTestClock()
    const budget = createByteBudget({ max, windowMs, clock })
    for (const key of ['a', 'b', 'c']) {
      const admission = budget.admit(key, max)
      assert.ok(admission.kind === 'admitted')
      admission.body.count(max)
      admission.body.end()
    }
    clock.advance(-3_600_000)
    assert.equal(budget.admit('a', max).kind, 'admitted')
    clock.advance(3 * windowMs)
    budget.admit('d', 1)
    assert.ok(budget.size() <= 2, String(budget.size()))
  })
})
