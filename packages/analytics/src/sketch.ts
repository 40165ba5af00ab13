import type { ByteReader, ByteWriter } from '@sonde/store/result-details/byte-writer.ts'

/** Promised is 1 %. The little that is kept back covers the rounding of the logarithms. */
const relativeError = 0.0099
const gamma = (1 + relativeError) / (1 - relativeError)
const logGamma = Math.log(gamma)
/** Below a picosecond, in milliseconds, there is nothing to tell apart from zero. */
const smallestValue = 1e-9

/**
 * How values are distributed, in buckets that each are 2 % wide: small, mergeable, and any quantile of it is
 * within 1 % of the true one. For values that are not negative.
 */
export type Sketch = { count: number; zeros: number; buckets: Map<number, number> }

export function createSketch(): Sketch {
  return { count: 0, zeros: 0, buckets: new Map() }
}

export function addToSketch(sketch: Sketch, value: number): void {
  sketch.count += 1
  if (value < smallestValue) {
    sketch.zeros += 1
    return
  }
  const bucket = Math.ceil(Math.log(value) / logGamma)
  sketch.buckets.set(bucket, (sketch.buckets.get(bucket) ?? 0) + 1)
}

export function mergeSketch(into: Sketch, from: Sketch): void {
  into.count += from.count
  into.zeros += from.zeros
  for (const [bucket, count] of from.buckets) {
    into.buckets.set(bucket, (into.buckets.get(bucket) ?? 0) + count)
  }
}

/**
 * The values at these shares (0.95 is the 95th percentile), interpolated between neighbours as exact
 * percentiles are; null when the sketch is empty.
 */
export function quantilesOf(sketch: Sketch, shares: readonly number[]): (number | null)[] {
  if (sketch.count === 0) return shares.map(() => null)
  const valueAt = createRanking(sketch)
  return shares.map((share) => {
    const rank = share * (sketch.count - 1)
    const below = Math.floor(rank)
    const lower = valueAt(below)
    return rank === below ? lower : lower + (rank - below) * (valueAt(below + 1) - lower)
  })
}

function createRanking({ zeros, buckets }: Sketch): (rank: number) => number {
  const inOrder = [...buckets].toSorted(([left], [right]) => left - right)
  return (rank) => {
    let passed = zeros
    if (rank < passed) return 0
    let value = 0
    for (const [bucket, count] of inOrder) {
      passed += count
      value = (2 * gamma ** bucket) / (gamma + 1)
      if (rank < passed) break
    }
    return value
  }
}

export function writeSketch(writer: ByteWriter, { zeros, buckets }: Sketch): void {
  const inOrder = [...buckets].toSorted(([left], [right]) => left - right)
  writer.varint(zeros)
  writer.varint(inOrder.length)
  const [first] = inOrder[0] ?? [0]
  writer.varint(first < 0 ? -first * 2 - 1 : first * 2)
  let previous = first
  for (const [bucket, count] of inOrder) {
    writer.varint(bucket - previous)
    writer.varint(count)
    previous = bucket
  }
}

export function readSketch(reader: ByteReader): Sketch {
  const zeros = reader.varint()
  const length = reader.varint()
  const sketch: Sketch = { count: zeros, zeros, buckets: new Map() }
  const folded = reader.varint()
  let bucket = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
  for (let position = 0; position < length; position += 1) {
    bucket += reader.varint()
    const count = reader.varint()
    sketch.buckets.set(bucket, count)
    sketch.count += count
  }
  return sketch
}
