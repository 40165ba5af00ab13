import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { momentsOf, moveCursor, pointsOf, stackValues } from './points.ts'

const from = Date.UTC(2026, 0, 1, 10, 0, 30)
const stepMs = 5 * 60_000
const grid = { from, to: from + 20 * 60_000, stepMs }
const first = Date.UTC(2026, 0, 1, 10)

suite('the points of a chart', () => {
  test('where nothing was measured there is a gap, never a zero', () => {
    const rows = [
      { startTime: new Date(first).toISOString(), time_avg: 4 },
      { startTime: new Date(first + 2 * stepMs).toISOString(), time_avg: 0 },
      { startTime: new Date(first + 3 * stepMs).toISOString(), time_avg: null },
    ]
    const { times, values } = pointsOf(rows, ['time_avg', 'time_max'], grid)
    assert.equal(times.length, 5)
    assert.deepEqual(values, [
      [4, null, 0, null, null],
      [null, null, null, null, null],
    ])
  })

  test('spans begin with the full minute, as those of the answer do', () => {
    assert.deepEqual(momentsOf(grid).slice(0, 2), [first, first + stepMs])
  })

  test('parts lie on top of each other, and a part that is missing leaves the others', () => {
    const parts = [
      [1, null, null],
      [2, 3, null],
      [4, 5, null],
    ]
    assert.deepEqual(stackValues(parts), [
      [1, null, null],
      [3, 3, null],
      [7, 8, null],
    ])
  })

  test('keys stop at both ends, and begin at the one that they lead to', () => {
    const shiftedPoints = [
      moveCursor(null, 1, 3),
      moveCursor(null, -1, 3),
      moveCursor(null, Infinity, 3),
      moveCursor(null, -Infinity, 3),
      moveCursor(2, 1, 3),
      moveCursor(1, -10, 3),
      moveCursor(0, 1, 0),
    ]
    assert.deepEqual(shiftedPoints, [0, 2, 2, 0, 2, 0, null])
  })
})
