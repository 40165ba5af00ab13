import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gapsBetween, limitsInView, loneIndices } from './scale.ts'
import { tickLabel } from './tick-label.ts'

const degraded = { value: 300, label: 'Degraded from 300 ms', verdict: 'degraded' } as const
const failed = { value: 301, label: 'Fails from 301 ms', verdict: 'failed' } as const

suite('what a chart shows beside its lines', () => {
  test('limits up to three times of p99, and none without a value', () => {
    const values = [...Array.from({ length: 100 }, () => 100), null, undefined, 5000]
    assert.deepEqual(limitsInView([degraded, failed], values), [degraded])
    assert.deepEqual(limitsInView([degraded], [null, undefined]), [])
    assert.deepEqual(limitsInView([{ ...degraded, value: 0 }], [12]), [{ ...degraded, value: 0 }])
  })

  test('a run beside a failed one, or far from the next, is a dot', () => {
    const times = [0, 1, 2, 3, 4, 50]
    assert.deepEqual(loneIndices([1, null, 2, undefined, 3, 4], times, 10), [0, 5])
    assert.deepEqual(loneIndices([1, undefined, 2], times, 1), [0, 2])
    assert.deepEqual(loneIndices([], [], 1), [])
  })

  test('a line breaks where nothing was measured for long', () => {
    assert.deepEqual(gapsBetween([1, undefined, 2, null, 3, 4], [0, 1, 2, 3, 4, 50], 10), [[4, 50]])
  })

  test('no two labels of the axis beside each other are the same', () => {
    const noon = new Date(2026, 10, 16, 12).getTime()
    for (const step of [1, 30, 60, 3600, 43_200, 86_400]) {
      assert.notEqual(tickLabel(noon, step), tickLabel(noon + step * 1000, step), `${step} s`)
    }
  })
})
