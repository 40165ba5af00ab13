import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { frequencies, highestOffset } from '@sonde/schema/checks/frequency.ts'
import * as fc from 'fast-check'
import { countSlots, firstSlotAfter, type Slots, slotsOf } from './slots.ts'

const id = '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99'

test('every offset of every frequency gives a phase of its own within the period, on whole seconds', () => {
  for (const frequency of frequencies.filter((minutes) => minutes > 0)) {
    const phases = new Set<number>()
    for (let offset = 1; offset <= highestOffset(frequency); offset += 1) {
      const slots = slotsOf({ id, frequency, frequencyOffset: offset })
      assert.ok(slots !== null)
      assert.equal(slots.periodMs, frequency * minuteMs)
      assert.ok(slots.phaseMs >= 0 && slots.phaseMs < slots.periodMs)
      assert.equal(slots.phaseMs % 1000, 0)
      phases.add(slots.phaseMs)
    }
    assert.equal(phases.size, highestOffset(frequency), `frequency ${frequency}`)
  }
})

for (const [frequency, frequencyOffset, windowAtMs] of [
  [1, 1, 6_000],
  [1, 10, 0],
  [5, 50, 0],
  [10, 7, 42_000],
  [60, 600, 0],
  [60, 599, 59 * minuteMs + 54_000],
  [120, 1, 60 * minuteMs],
  [120, 2, 0],
  [1440, 23, 23 * 60 * minuteMs],
  [1440, 24, 0],
] as const) {
  test(`frequency ${frequency} with offset ${frequencyOffset} has its slots in the window ${windowAtMs} ms into the period`, () => {
    const windowMs = frequency <= 60 ? 6_000 : hourMs
    for (const checkId of Array.from({ length: 50 }, () => randomUUID())) {
      const slots = slotsOf({ id: checkId, frequency, frequencyOffset })
      assert.ok(slots !== null)
      assert.equal(slots.periodMs, frequency * minuteMs)
      assert.equal(slots.phaseMs, windowAtMs + slots.spreadMs)
      assert.ok(slots.spreadMs >= 0 && slots.spreadMs < windowMs)
    }
  })
}

test('case 64: no second has more than 1.2 times the mean of 60,000 checks with random offsets', () => {
  const counts = new Map<number, number>()
  for (let check = 0; check < 60_000; check += 1) {
    const slots = slotsOf({ id: randomUUID(), frequency: 1, frequencyOffset: 1 + (check % 10) })
    assert.ok(slots !== null)
    counts.set(slots.phaseMs, (counts.get(slots.phaseMs) ?? 0) + 1)
  }
  assert.equal(counts.size, 60)
  assert.ok(Math.max(...counts.values()) <= 1_200, `${Math.max(...counts.values())} of 1000`)
})

test('sub-minute checks spread over whole seconds of their period, the same for the same check', () => {
  for (const seconds of [10, 20, 30]) {
    const counts = new Map<number, number>()
    for (let check = 0; check < 6_000; check += 1) {
      const of = { id: randomUUID(), frequency: 0, frequencyOffset: seconds }
      const slots = slotsOf(of)
      assert.ok(slots !== null)
      assert.deepEqual(slotsOf(of), slots)
      assert.equal(slots.periodMs, seconds * 1000)
      assert.equal(slots.phaseMs % 1000, 0)
      assert.ok(slots.phaseMs < slots.periodMs)
      counts.set(slots.phaseMs, (counts.get(slots.phaseMs) ?? 0) + 1)
    }
    assert.equal(counts.size, seconds)
    const fair = 6_000 / seconds
    for (const count of counts.values()) assert.ok(Math.abs(count - fair) < fair / 2, `${count} of ${fair}`)
  }
})

test('a check without frequency, or without the seconds that frequency 0 needs, has no slots', () => {
  assert.equal(slotsOf({ id, frequency: null, frequencyOffset: null }), null)
  assert.equal(slotsOf({ id, frequency: 0, frequencyOffset: null }), null)
})

const someSlots: fc.Arbitrary<Slots> = fc
  .tuple(fc.integer({ min: 10, max: 86_400 }), fc.nat())
  .map(([seconds, phase]) => ({ periodMs: seconds * 1000, phaseMs: (phase % seconds) * 1000, spreadMs: 0 }))
const moment = fc.integer({ min: 0, max: 4_102_444_800_000 })

test('the first slot after a moment is a slot, later than it, and there is none in between', () => {
  fc.assert(
    fc.property(someSlots, moment, (slots, at) => {
      const next = firstSlotAfter(slots, at)
      assert.equal((((next - slots.phaseMs) % slots.periodMs) + slots.periodMs) % slots.periodMs, 0)
      assert.ok(next > at && next - at <= slots.periodMs)
      assert.equal(firstSlotAfter(slots, next), next + slots.periodMs)
    }),
  )
})

test('slots are counted as walking from one to the next would count them', () => {
  fc.assert(
    fc.property(
      someSlots,
      moment,
      fc.integer({ min: -5_000_000, max: 5_000_000 }),
      (slots, after, length) => {
        let walked = 0
        for (let at = firstSlotAfter(slots, after); at <= after + length; at += slots.periodMs) walked += 1
        assert.equal(countSlots(slots, after, after + length), walked)
      },
    ),
  )
})
