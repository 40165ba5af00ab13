import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { cpuMs } from '@sonde/ground/testing/growth.ts'
import { hourOf } from '@sonde/store/runs/due-runs.ts'
import * as fc from 'fast-check'
import { nextInRotation, dataCenterQueue } from './location-pool.ts'
import { missedSlots } from './missed-slots.ts'
import { firstSlotAfter } from './slots.ts'

const names = ['a', 'b', 'c', 'd', 'e'].map(dataCenterQueue)

type Check = Parameters<typeof missedSlots>[0]

const someCheck: fc.Arbitrary<Check> = fc
  .record({
    seconds: fc.constantFrom(10, 20, 30, 60, 300, 3_600, 7_200, 86_400),
    phase: fc.nat(),
    size: fc.integer({ min: 1, max: 5 }),
    isParallel: fc.boolean(),
    last: fc.nat({ max: 6 }),
  })
  .map(({ seconds, phase, size, isParallel, last }) => ({
    no: 7,
    slots: { periodMs: seconds * 1000, phaseMs: (phase % seconds) * 1000, spreadMs: 0 },
    pool: names.slice(0, size),
    isParallel,
    lastOrigin: names[last]?.location ?? null,
  }))

/** Every slot for itself, in the order of time. */
function bruteForce(check: Check, after: number, until: number): Map<string, number> {
  const counts = new Map<string, number>()
  if (check.slots === null) return counts
  let last = check.lastOrigin
  for (let at = firstSlotAfter(check.slots, after); at <= until; at += check.slots.periodMs) {
    const next = nextInRotation(check.pool, last, () => true)
    last = next?.location ?? last
    for (const { location } of check.isParallel ? check.pool : next === null ? [] : [next]) {
      const key = `${hourOf(at)} ${location}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return counts
}

test('missed slots are counted by hour and location as each slot for itself would be', () => {
  const gap = fc.tuple(
    fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }),
    fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 6 * hourMs })),
  )
  fc.assert(
    fc.property(someCheck, gap, (check, [after, length]) => {
      const counted = new Map<string, number>()
      for (const { checkNo, hour, location, count } of missedSlots(check, after, after + length)) {
        assert.equal(checkNo, check.no)
        assert.ok(count > 0)
        assert.equal(counted.has(`${hour} ${location}`), false)
        counted.set(`${hour} ${location}`, count)
      }
      const sorted = (counts: Map<string, number>) => [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
      assert.deepEqual(sorted(counted), sorted(bruteForce(check, after, after + length)))
    }),
    { numRuns: 300 },
  )
})

test('a slot on the full hour is counted in the hour that it begins', () => {
  const check = { no: 1, slots: { periodMs: hourMs, phaseMs: 0, spreadMs: 0 }, pool: names.slice(0, 1) }
  const at = 480_000 * hourMs
  const missed = missedSlots({ ...check, isParallel: false, lastOrigin: null }, at - 1, at)
  assert.deepEqual(missed, [{ checkNo: 1, hour: at, location: 'a', count: 1 }])
})

test('a gap of a year is counted over its last 48 hours, without a check being asked slot by slot', () => {
  const check = {
    no: 1,
    slots: { periodMs: 10_000, phaseMs: 0, spreadMs: 0 },
    pool: names,
    isParallel: true,
    lastOrigin: null,
  }
  const until = 500_000 * hourMs
  const countGap = (hours: number) => {
    const missed = missedSlots(check, until - hours * hourMs, until)
    assert.equal(
      missed.reduce((sum, { count }) => sum + count, 0),
      (48 * 3_600 * 5) / 10,
    )
  }
  countGap(48)
  const shortMs = Math.max(
    1,
    cpuMs(() => countGap(48)),
  )
  const yearMs = cpuMs(() => countGap(365 * 24))
  assert.ok(yearMs < 50 * shortMs, `${yearMs} ms, and ${shortMs} ms for 48 hours`)
})

test('a check without slots or without locations misses nothing', () => {
  const rest = { no: 1, isParallel: false, lastOrigin: null }
  assert.deepEqual(missedSlots({ ...rest, slots: null, pool: names }, 0, hourMs), [])
  assert.deepEqual(
    missedSlots({ ...rest, slots: { periodMs: 10_000, phaseMs: 0, spreadMs: 0 }, pool: [] }, 0, hourMs),
    [],
  )
})
