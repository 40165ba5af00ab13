import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { icmpCheck, scheduledRow } from '../../testing/icmp-checks.ts'
import { type ScheduledCheck, toScheduledCheck } from './scheduled-check.ts'
import { createSlotWheel } from './slot-wheel.ts'

const checks: ScheduledCheck[] = Array.from({ length: 20 }, (_, index) => {
  const check = toScheduledCheck(scheduledRow(icmpCheck(), { no: index }), () => null)
  assert.ok(check !== null)
  return check
})

test('slots come out in the order of time, each once, with the checks in the order they were added', () => {
  const added = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 19 })), { maxLength: 200 })
  fc.assert(
    fc.property(added, (entries) => {
      const wheel = createSlotWheel()
      const expected = new Map<number, number[]>()
      for (const [slotAt, index] of entries) {
        const check = checks[index]
        if (check !== undefined) wheel.add(slotAt, check)
        // A check stands in a slot once, however often it was put there.
        expected.set(slotAt, [...new Set([...(expected.get(slotAt) ?? []), index])])
      }
      const out: [number, number[]][] = []
      for (;;) {
        const nextAt = wheel.nextAt()
        const next = wheel.takeNext()
        assert.equal(nextAt, next?.slotAt ?? null)
        if (next === null) break
        out.push([next.slotAt, next.checks.map(({ no }) => no)])
      }
      assert.deepEqual(
        out,
        [...expected].toSorted(([a], [b]) => a - b),
      )
    }),
  )
})

test('what is added while slots are taken finds its place', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 100 }), (steps) => {
      const wheel = createSlotWheel()
      const [check] = checks
      assert.ok(check !== undefined)
      wheel.add(0, check)
      let last = -1
      for (const step of steps) {
        const next = wheel.takeNext()
        if (next === null) break
        assert.ok(next.slotAt > last)
        last = next.slotAt
        wheel.add(last + 1 + step, check)
        wheel.add(last + 7, check)
      }
    }),
  )
})

test('what is removed does not come, and leaves the others where they are', () => {
  const wheel = createSlotWheel()
  const [first, second] = checks
  assert.ok(first !== undefined && second !== undefined)
  wheel.add(5, first)
  wheel.add(5, second)
  wheel.remove(5, first)
  wheel.remove(6, second)
  assert.deepEqual(wheel.takeNext(), { slotAt: 5, checks: [second] })
})
