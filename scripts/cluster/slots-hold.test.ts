import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeSlots, type SlotFigures, slotsOfLosers } from './slots-hold.ts'

const periodMs = 10_000

/** A check with results of these slots, each a second after it was due unless told. */
function figures(slots: readonly (number | [nth: number, storedMs: number])[], due: number): SlotFigures {
  const measured = slots.map((slot) => {
    const [nth, storedMs] = typeof slot === 'number' ? [slot, 1_000] : slot
    const slotAt = nth * periodMs
    return { slotAt, startedAt: slotAt + 100, storedAt: slotAt + storedMs }
  })
  return { periodMs, slots: measured, due }
}

function judge(before: SlotFigures, after: SlotFigures) {
  return judgeSlots(new Map([[1, before]]), new Map([[1, after]]))
}

const held = { passed: 4, results: 4, missed: 0, leftOut: 0, lost: 0, overcounted: 0, twice: 0 }

test('slots since a moment have a result, are counted, left out or lost', () => {
  // What was due before a check had its first result is not judged.
  const before = figures([5, 6], 4)
  assert.deepEqual(judge(before, figures([5, 6, 7, 8, 9, 10], 8)), held)
  assert.deepEqual(judge(before, figures([5, 6, 7, 10], 8)), { ...held, results: 2, missed: 2 })
  assert.deepEqual(judge(before, figures([5, 6, 7, 9, 10], 7)), { ...held, results: 3, lost: 1 })
  assert.deepEqual(judge(before, figures([5, 6, [7, 12_000], 9, 10], 7)), { ...held, results: 3, leftOut: 1 })
  assert.deepEqual(judge(before, figures([5, 6, 7, 8, 9, 10], 9)), { ...held, missed: 1, overcounted: 1 })
  assert.deepEqual(judge(before, figures([5, 6, 7, 8, 8, 9, 10], 8)), { ...held, twice: 1 })
  assert.equal(judgeSlots(new Map([[1, before]]), new Map()).lost, 1, 'it runs no more')
  const lost = new Map([[1, figures([5, 6, 7, 9, 10], 7)]])
  assert.deepEqual(slotsOfLosers(new Map([[1, before]]), lost), [{ checkNo: 1, slotAt: 8 * periodMs }])
  assert.deepEqual(slotsOfLosers(new Map([[1, before]]), new Map([[1, figures([5, 6, 7, 10], 8)]])), [])
})
