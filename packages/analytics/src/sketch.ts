import type { ByteReader, ByteWriter } from '@sonde/store/result-details/byte-writer.ts'

/** Promised is 1 %. The little that is kept back covers the rounding of the logarithms. */
const relativeError = 0.0099
const gamma = (1 + relativeError) / (1 - relativeError)
const logGamma = Math.log(gamma)
/** Below a picosecond, in milliseconds, there is nothing to tell apart from zero. */
const smallestValue = 1e-9

/** How many values lie in each bucket. */
type Buckets = Map<number, number>

/**
 * How values are distributed, in buckets that each are 2 % wide: small, mergeable, and any value that was put
 * in is known within 1 %. A quantile is interpolated between two of them, and so within 1 % of the larger.
 */
export type Sketch = {
  count: number
  zeros: number
  buckets: Buckets
  /** Of the values below zero, by their distance from it. Few metrics have any. */
  negatives: Buckets | null
}

export function createSketch(): Sketch {
  return { count: 0, zeros: 0, buckets: new Map(), negatives: null }
}

export function addToSketch(sketch: Sketch, value: number): void {
  sketch.count += 1
  if (value >= smallestValue) addTo(sketch.buckets, bucketOf(value), 1)
  else if (value > -smallestValue) sketch.zeros += 1
  else addTo((sketch.negatives ??= new Map()), bucketOf(-value), 1)
}

export function mergeSketch(into: Sketch, from: Sketch): void {
  into.count += from.count
  into.zeros += from.zeros
  for (const [bucket, count] of from.buckets) addTo(into.buckets, bucket, count)
  if (from.negatives === null) return
  into.negatives ??= new Map()
  for (const [bucket, count] of from.negatives) addTo(into.negatives, bucket, count)
}

function bucketOf(value: number): number {
  return Math.ceil(Math.log(value) / logGamma)
}

function valueOf(bucket: number): number {
  return (2 * gamma ** bucket) / (gamma + 1)
}

function addTo(buckets: Buckets, bucket: number, count: number): void {
  buckets.set(bucket, (buckets.get(bucket) ?? 0) + count)
}

function ascending(buckets: Buckets): [bucket: number, count: number][] {
  return [...buckets].toSorted(([left], [right]) => left - right)
}

/**
 * The values at these shares (0.95 is the 95th percentile), interpolated between neighbours as exact
 * percentiles are; null when the sketch is empty.
 */
export function quantilesOf(sketch: Sketch, shares: readonly number[]): (number | null)[] {
  return shares.map(createQuantiles(sketch))
}

/** The same, one by one: putting the buckets in order is most of the work, and is done once. */
export function createQuantiles(sketch: Sketch): (share: number) => number | null {
  if (sketch.count === 0) return () => null
  const valueAt = createRanking(sketch)
  return (share) => {
    const rank = share * (sketch.count - 1)
    const below = Math.floor(rank)
    const lower = valueAt(below)
    return rank === below ? lower : lower + (rank - below) * (valueAt(below + 1) - lower)
  }
}

/** The values that the sketch stands for, ascending, each with how often it is there. */
export function sketchSteps({ zeros, buckets, negatives }: Sketch): { value: number; count: number }[] {
  return [
    ...ascending(negatives ?? new Map())
      .toReversed()
      .map(([bucket, count]) => ({ value: -valueOf(bucket), count })),
    { value: 0, count: zeros },
    ...ascending(buckets).map(([bucket, count]) => ({ value: valueOf(bucket), count })),
  ].filter(({ count }) => count > 0)
}

function createRanking(sketch: Sketch): (rank: number) => number {
  const steps = sketchSteps(sketch)
  return (rank) => {
    let passed = 0
    let last = 0
    for (const { value, count } of steps) {
      passed += count
      last = value
      if (rank < passed) break
    }
    return last
  }
}

/** Without the values below zero, which have their own place after it. */
export function writeSketch(writer: ByteWriter, { zeros, buckets }: Sketch): void {
  writer.varint(zeros)
  writeBuckets(writer, buckets)
}

export function writeNegatives(writer: ByteWriter, { negatives }: Sketch): void {
  writeBuckets(writer, negatives ?? new Map())
}

function writeBuckets(writer: ByteWriter, buckets: Buckets): void {
  const inOrder = ascending(buckets)
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

/** Adds what was stored to what is there. */
export function readSketchInto(reader: ByteReader, sketch: Sketch): void {
  const zeros = reader.varint()
  sketch.zeros += zeros
  sketch.count += zeros + readBucketsInto(reader, sketch.buckets)
}

export function readNegativesInto(reader: ByteReader, sketch: Sketch): void {
  const negatives = sketch.negatives ?? new Map()
  sketch.count += readBucketsInto(reader, negatives)
  if (negatives.size > 0) sketch.negatives = negatives
}

/** How many values were in them. */
function readBucketsInto(reader: ByteReader, buckets: Buckets): number {
  const length = reader.varint()
  const folded = reader.varint()
  let bucket = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
  let sum = 0
  for (let position = 0; position < length; position += 1) {
    bucket += reader.varint()
    const count = reader.varint()
    addTo(buckets, bucket, count)
    sum += count
  }
  return sum
}
