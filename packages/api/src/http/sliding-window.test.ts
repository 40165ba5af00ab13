import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { createTestClock } from '../../testing/test-clock.ts'
import { createSlidingWindow } from './sliding-window.ts'

suite('the sliding window', () => {
  test('counts exactly, as a naive recount of all that was let in does', () => {
    const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), waitMs: fc.nat(40) }), {
      maxLength: 400,
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 300 }),
        steps,
        (max, windowMs, hits) => {
          const clock = createTestClock()
          const window = createSlidingWindow({ max, windowMs, clock })
          const letIn = new Map<string, number[]>()
          for (const { key, waitMs } of hits) {
            clock.advance(waitMs)
            const now = clock.now()
            const counted = (letIn.get(key) ?? []).filter((at) => at > now - windowMs)
            const allowed = counted.length < max
            if (allowed) counted.push(now)
            letIn.set(key, counted)
            assert.deepEqual(window.hit(key), {
              allowed,
              remaining: max - counted.length,
              freesAt: (counted[0] ?? 0) + windowMs,
            })
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('no span of one window ever holds more than the limit, however the clock steps', () => {
    const waits = fc.array(fc.integer({ min: -80, max: 60 }), { maxLength: 300 })
    fc.assert(
      fc.property(waits, (steps) => {
        const clock = createTestClock()
        const window = createSlidingWindow({ max: 5, windowMs: 100, clock })
        let refusedSince: number | null = null
        for (const step of steps) {
          clock.advance(step)
          const { allowed, remaining } = window.hit('k')
          assert.ok(remaining >= 0 && remaining <= 5)
          // Whoever is refused is let in again after at most one window of forward time.
          if (allowed) refusedSince = null
          else refusedSince ??= clock.now()
          if (refusedSince !== null) assert.ok(clock.now() - refusedSince < 100)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a clock that steps back locks nobody out for longer than one window', () => {
    const clock = createTestClock()
    const window = createSlidingWindow({ max: 2, windowMs: 1000, clock })
    for (const _ of [1, 2]) assert.ok(window.hit('k').allowed)
    assert.equal(window.hit('k').allowed, false)
    clock.advance(-3_600_000)
    assert.ok(window.hit('k').allowed)
    assert.ok(window.hit('k').allowed)
    assert.equal(window.hit('k').allowed, false)
    clock.advance(1000)
    assert.ok(window.hit('k').allowed)
  })

  test('refused requests are not counted', () => {
    const clock = createTestClock()
    const window = createSlidingWindow({ max: 1, windowMs: 1000, clock })
    window.hit('k')
    for (let knock = 0; knock < 999; knock += 1) {
      clock.advance(1)
      assert.equal(window.hit('k').allowed, false)
    }
    clock.advance(1)
    assert.ok(window.hit('k').allowed)
  })

  test('memory follows the traffic: keys without a request in the window are forgotten', () => {
    const clock = createTestClock()
    const window = createSlidingWindow({ max: 10, windowMs: 1000, clock })
    for (let key = 0; key < 5000; key += 1) window.hit(String(key))
    assert.equal(window.size(), 5000)
    clock.advance(1000)
    window.hit('late')
    assert.equal(window.size(), 1)
  })

  test('so it does after the clock was set back by years', () => {
    const clock = createTestClock()
    const window = createSlidingWindow({ max: 10, windowMs: 1000, clock })
    for (let key = 0; key < 50; key += 1) window.hit(String(key))
    clock.advance(-100_000_000_000)
    window.hit('after')
    assert.equal(window.size(), 1)
    clock.advance(1000)
    window.hit('late')
    assert.equal(window.size(), 1)
  })
})
