import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteReader, createByteWriter } from '@sonde/store/result-details/byte-writer.ts'
import {
  type Sketch,
  addToSketch,
  createSketch,
  mergeSketch,
  quantilesOf,
  readNegativesInto,
  readSketchInto,
  writeNegatives,
  writeSketch,
} from './sketch.ts'
import { percentileOf } from './aggregate-metric.ts'

const shares = [0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1]

/** A small generator with a seed, so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const distributions: Record<string, (random: () => number) => number> = {
  'even values': (random) => random() * 500,
  'a long tail': (random) => 5 * (1 - random()) ** -1.5,
  'nine magnitudes': (random) => 10 ** (random() * 15 - 6),
  'many zeros': (random) => (random() < 0.7 ? 0 : random() * 100),
  'two peaks': (random) => (random() < 0.94 ? 20 + random() : 9_000 + random() * 100),
  'the largest value': () => 1e9,
  'only zeros': () => 0,
  'values below zero': (random) => -random() * 500,
  'both sides of zero': (random) => Math.floor(random() * 40) - 20,
  'a long tail below zero': (random) => (random() < 0.3 ? 7 : -5 * (1 - random()) ** -1.5),
}

function sketchOf(values: readonly number[]): Sketch {
  const sketch = createSketch()
  for (const value of values) addToSketch(sketch, value)
  return sketch
}

function expectClose(sketch: Sketch, values: readonly number[], what: string): void {
  const sorted = new Float64Array(values).toSorted()
  const estimates = quantilesOf(sketch, shares)
  for (const [index, share] of shares.entries()) {
    const exact = percentileOf(sorted, share * 100)
    const estimate = estimates[index]
    assert.ok(exact !== null && typeof estimate === 'number')
    // Each neighbour of the rank may be wrong by so much.
    const rank = share * (sorted.length - 1)
    const nearest = [sorted[Math.floor(rank)] ?? 0, sorted[Math.ceil(rank)] ?? 0].map(Math.abs)
    assert.ok(
      Math.abs(estimate - exact) <= Math.max(...nearest) * 0.01 + 1e-9,
      `${what}: ${estimate} for ${exact} at ${share}`,
    )
  }
}

for (const [name, draw] of Object.entries(distributions)) {
  test(`any quantile of ${name} is within 1 % of the exact one`, () => {
    for (const length of [1, 2, 3, 10, 100, 5_000]) {
      const random = createRandom(length)
      const values = Array.from({ length }, () => draw(random))
      expectClose(sketchOf(values), values, `${length} values`)
    }
  })

  test(`sketches of parts of ${name} merge into the sketch of the whole, whatever the order`, () => {
    const random = createRandom(7)
    const values = Array.from({ length: 3_000 }, () => draw(random))
    const parts = Array.from({ length: 24 }, () => [] as number[])
    for (const value of values) parts[Math.floor(random() * 24)]?.push(value)
    const merged = createSketch()
    for (const part of parts.toReversed()) mergeSketch(merged, sketchOf(part))
    assert.deepEqual(quantilesOf(merged, shares), quantilesOf(sketchOf(values), shares))
    expectClose(merged, values, 'merged')
  })

  test(`a sketch of ${name} is the same after storing`, () => {
    const random = createRandom(11)
    const sketch = sketchOf(Array.from({ length: 500 }, () => draw(random)))
    const writer = createByteWriter()
    writeSketch(writer, sketch)
    writeNegatives(writer, sketch)
    const stored = writer.take()
    const reader = createByteReader(stored)
    const read = createSketch()
    readSketchInto(reader, read)
    readNegativesInto(reader, read)
    assert.equal(read.count, sketch.count)
    assert.equal(read.zeros, sketch.zeros)
    assert.deepEqual(read.buckets, sketch.buckets)
    assert.deepEqual(read.negatives, sketch.negatives)
    const size = sketch.buckets.size + (sketch.negatives?.size ?? 0)
    assert.ok(stored.length <= 12 + size * 4, `${stored.length} bytes`)
  })
}

test('an empty sketch has no quantiles', () => {
  assert.deepEqual(quantilesOf(createSketch(), [0.5, 0.99]), [null, null])
})

test('an hour of one-minute runs takes less than 200 bytes', () => {
  const random = createRandom(3)
  const writer = createByteWriter()
  writeSketch(writer, sketchOf(Array.from({ length: 60 }, () => 20 + random() * 30)))
  const { length } = writer.take()
  assert.ok(length < 200, `${length} bytes`)
})
