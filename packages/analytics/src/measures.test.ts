import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Measures,
  addValue,
  createMeasure,
  decodeMeasures,
  encodeMeasures,
  mergeMeasures,
} from './measures.ts'

function measuresOf(values: Record<'response_time' | 'metric_1' | 'metric_4', readonly number[]>): Measures {
  const measures: Measures = new Map()
  for (const column of ['response_time', 'metric_1', 'metric_4'] as const) {
    const measure = createMeasure()
    for (const value of values[column]) addValue(measure, value)
    measures.set(column, measure)
  }
  return measures
}

const sample = measuresOf({ response_time: [20, 10, 30.5], metric_1: [0, 0, 100], metric_4: [] })

test('counts, sums and extremes are exact', () => {
  const { sketch: _, ...latency } = sample.get('response_time') ?? createMeasure()
  assert.deepEqual(latency, { n: 3, sum: 60.5, sumOfSquares: 1430.25, min: 10, max: 30.5 })
})

test('measures are the same after storing, and metrics without values take no room', () => {
  const read = decodeMeasures(encodeMeasures(sample))
  assert.deepEqual([...read.keys()], ['response_time', 'metric_1'])
  for (const [column, measure] of read) assert.deepEqual(measure, sample.get(column))
})

test('only the metrics asked for are read', () => {
  const stored = encodeMeasures(sample)
  assert.deepEqual([...decodeMeasures(stored, new Set(['metric_1'])).keys()], ['metric_1'])
  assert.equal(decodeMeasures(stored, new Set(['metric_6'])).size, 0)
})

test('an hour that was never computed has no measures', () => {
  assert.equal(decodeMeasures(null).size, 0)
})

test('measures of another form are refused instead of being misread', () => {
  assert.throws(() => decodeMeasures(new Uint8Array([9, 0])), /unknown form 9/)
})

test('merged measures are those of all values', () => {
  const merged: Measures = new Map()
  mergeMeasures(merged, measuresOf({ response_time: [20], metric_1: [0], metric_4: [] }))
  mergeMeasures(merged, measuresOf({ response_time: [10, 30.5], metric_1: [0, 100], metric_4: [] }))
  assert.deepEqual(encodeMeasures(merged), encodeMeasures(sample))
})
