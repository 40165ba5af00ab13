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

function measuresOf(values: Record<number, readonly number[]>): Measures {
  const measures: Measures = new Map()
  for (const [number, ofMetric] of Object.entries(values)) {
    const measure = createMeasure()
    for (const value of ofMetric) addValue(measure, value)
    measures.set(Number(number), measure)
  }
  return measures
}

const sample = measuresOf({ 0: [20, 10, 30.5], 4: [], 12: [0, 0, 100] })

test('counts, sums and extremes are exact', () => {
  const { sketch: _, ...latency } = sample.get(0) ?? createMeasure()
  assert.deepEqual(latency, { n: 3, sum: 60.5, sumOfSquares: 1430.25, min: 10, max: 30.5 })
})

test('measures are the same after storing, and metrics without values take no room', () => {
  const read = decodeMeasures(encodeMeasures(sample))
  assert.deepEqual([...read.keys()], [0, 12])
  for (const [number, measure] of read) assert.deepEqual(measure, sample.get(number))
})

test('only the metrics asked for are read', () => {
  const seen: string[] = []
  visitMeasures(
    encodeMeasures(sample),
    (number) => number === 12 || number === 6,
    ({ number, n, sum }) => seen.push(`${number} ${n} ${sum}`),
  )
  assert.deepEqual(seen, ['12 3 100'])
})

test('measures with values below zero are the same after storing, in a form that older programs refuse', () => {
  const measures = measuresOf({ 0: [20], 1: [-1, 0, -20.5, 3] })
  const stored = encodeMeasures(measures)
  assert.equal(stored[0], 2)
  const read = decodeMeasures(stored)
  for (const [number, measure] of read) assert.deepEqual(measure, measures.get(number))
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
  mergeMeasures(merged, measuresOf({ 0: [20], 12: [0] }))
  mergeMeasures(merged, measuresOf({ 0: [10, 30.5], 12: [0, 100] }))
  assert.deepEqual(encodeMeasures(merged), encodeMeasures(sample))
})
