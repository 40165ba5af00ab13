import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Drawing } from './drawing.ts'
import { describePoint } from './point-description.ts'
import { pinnedIndex, readingsAt } from './readings.ts'
import { tooltipLeft, tooltipWidthPx } from './tooltip-place.ts'

const line = { colour: 'red' }
const drawing: Drawing = {
  times: [1000, 1005, 61_000, 61_009],
  stepMs: null,
  unit: 'milliseconds',
  gapMs: 180_000,
  lines: [
    {
      ...line,
      label: 'Frankfurt',
      values: [10, undefined, null, undefined],
      verdicts: ['passed', undefined, 'failed', undefined],
    },
    {
      ...line,
      label: 'London',
      values: [undefined, 20, undefined, 21],
      verdicts: [undefined, 'passed', undefined, 'degraded'],
    },
  ],
}

suite('what the cursor tells', () => {
  test('of each location the nearest run: time, value and verdict', () => {
    const [frankfurt, london] = readingsAt(drawing, 2)
    assert.deepEqual(
      [frankfurt?.at, frankfurt?.value, frankfurt?.verdict, frankfurt?.isHere],
      [61_000, null, 'failed', true],
    )
    assert.deepEqual(
      [london?.at, london?.value, london?.verdict, london?.isHere],
      [61_009, 21, 'degraded', false],
    )
  })

  test('nothing of a location that did not run for long', () => {
    const far = { ...drawing, gapMs: 8 }
    assert.deepEqual(
      readingsAt(far, 3).map(({ label }) => label),
      ['London'],
    )
    assert.deepEqual(readingsAt(drawing, 9), [])
  })

  test('of an interval also its fastest and its slowest', () => {
    const intervals: Drawing = {
      times: [0, 60_000],
      stepMs: 60_000,
      unit: 'milliseconds',
      lines: [
        { ...line, label: 'London', values: [5, null] },
        { ...line, label: 'fastest', values: [1, null], isFaint: true },
        { ...line, label: 'slowest', values: [99, null], isFaint: true },
      ],
      bands: [{ low: 1, high: 2 }],
    }
    assert.deepEqual(
      readingsAt(intervals, 0).map(({ value, spread }) => ({ value, spread })),
      [{ value: 5, spread: { low: 1, high: 99 } }],
    )
  })

  test('to a screen reader the run that the keys have reached, in words', () => {
    const words = describePoint(drawing, 2)
    assert.match(words, /Frankfurt, not measured, failed$/)
    assert.doesNotMatch(words, /London/)
  })

  test('beside the cursor, on the other side at the right edge, and never outside', () => {
    assert.ok(tooltipLeft(100, 1000) > 100)
    assert.ok(tooltipLeft(950, 1000) + tooltipWidthPx < 950)
    assert.equal(tooltipLeft(160, 300), 0)
    assert.equal(tooltipLeft(10, 200), 0)
  })

  test('the moment of a link is the nearest run, and none where nothing was measured', () => {
    assert.deepEqual(
      [0, 1003, 40_000, 200_000, 999_999].map((at) => pinnedIndex(drawing, at)),
      [0, 1, 2, 3, null],
    )
    const intervals = { ...drawing, stepMs: 60_000 }
    assert.deepEqual([pinnedIndex(intervals, 121_009), pinnedIndex(intervals, 121_010)], [3, null])
    assert.equal(pinnedIndex({ ...drawing, times: [] }, 5), null)
  })
})
