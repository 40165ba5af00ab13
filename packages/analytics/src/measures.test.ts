import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Measures,
  addValue,
  createMeasure,
  decodeMeasures,
  encodeMeasures,
  mergeMeasures,
  visitMeasures,
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
  const seen: string[] = []
  visitMeasures(
    encodeMeasures(sample),
    (column) => column === 'metric_1' || column === 'metric_6',
    ({ column, n, sum }) => seen.push(`${column} ${n} ${sum}`),
  )
  assert.deepEqual(seen, ['metric_1 3 100'])
})

test('measures with values below zero are the same after storing, in a form that older programs refuse', () => {
  const measures = measuresOf({ response_time: [20], metric_1: [-1, 0, -20.5, 3], metric_4: [] })
  const stored = encodeMeasures(measures)
  assert.equal(stored[0], 2)
  const read = decodeMeasures(stored)
  for (const [column, measure] of read) assert.deepEqual(measure, measures.get(column))
  assert.equal(encodeMeasures(sample)[0], 1)
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
