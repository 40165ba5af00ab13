import {
  type ByteReader,
  createByteReader,
  createByteWriter,
} from '@sonde/store/result-details/byte-writer.ts'
import {
  type Sketch,
  addToSketch,
  createSketch,
  mergeSketch,
  readNegativesInto,
  readSketchInto,
  writeNegatives,
  writeSketch,
} from './sketch.ts'

/** What remains of many values of one metric. With n = 0, `min` and `max` are infinite. */
export type Measure = {
  n: number
  sum: number
  sumOfSquares: number
  min: number
  max: number
  sketch: Sketch
}

/** By the numbers that the store gives to metrics. Those without any value may be missing. */
export type Measures = Map<number, Measure>

/** The second form holds values below zero too. It is written only for these: older programs read the first. */
const forms = { plain: 1, withNegatives: 2 } as const

export function createMeasure(): Measure {
  return { n: 0, sum: 0, sumOfSquares: 0, min: Infinity, max: -Infinity, sketch: createSketch() }
}

export function addValue(measure: Measure, value: number): void {
  measure.n += 1
  measure.sum += value
  measure.sumOfSquares += value * value
  measure.min = Math.min(measure.min, value)
  measure.max = Math.max(measure.max, value)
  addToSketch(measure.sketch, value)
}

function mergeMeasure(into: Measure, from: Measure): void {
  into.n += from.n
  into.sum += from.sum
  into.sumOfSquares += from.sumOfSquares
  into.min = Math.min(into.min, from.min)
  into.max = Math.max(into.max, from.max)
  mergeSketch(into.sketch, from.sketch)
}

export function mergeMeasures(into: Measures, from: Measures): void {
  for (const [number, measure] of from) {
    const known = into.get(number) ?? createMeasure()
    mergeMeasure(known, measure)
    into.set(number, known)
  }
}

/** The form of the `measures` column of the rollups. */
export function encodeMeasures(measures: Measures): Uint8Array {
  const writer = createByteWriter()
  const bodies = createByteWriter()
  const present = [...measures].filter(([, { n }]) => n > 0).toSorted(([left], [right]) => left - right)
  const hasNegatives = present.some(([, { sketch }]) => sketch.negatives)
  writer.byte(hasNegatives ? forms.withNegatives : forms.plain)
  writer.byte(present.length)
  for (const [number, measure] of present) {
    bodies.varint(measure.n)
    bodies.double(measure.sum)
    bodies.double(measure.sumOfSquares)
    bodies.double(measure.min)
    bodies.double(measure.max)
    writeSketch(bodies, measure.sketch)
    if (hasNegatives) writeNegatives(bodies, measure.sketch)
    const body = bodies.take()
    writer.byte(number)
    // The length lets a reader pass over the metrics that nobody asked for.
    writer.varint(body.length)
    writer.bytes(body)
  }
  return writer.take()
}

/** What is stored of one metric. */
export type StoredMeasure = Omit<Measure, 'sketch'> & {
  /** As in `Measures`. */
  number: number
  /** Adds its values to a sketch. Costs more than all the rest: not for those who want no percentiles. */
  addSketchTo(sketch: Sketch): void
}

/** Shows the metrics of a rollup one after the other, without those that nobody wants. */
export function visitMeasures(
  stored: Uint8Array | null,
  isWanted: (number: number) => boolean,
  visit: (measure: StoredMeasure) => void,
): void {
  if (stored === null) return
  const reader = createByteReader(stored)
  const form = reader.byte()
  if (form !== forms.plain && form !== forms.withNegatives) {
    throw new Error(`measures of a rollup have the unknown form ${form}`)
  }
  const length = reader.byte()
  for (let position = 0; position < length; position += 1) {
    const number = reader.byte()
    const body = reader.bytes(reader.varint())
    if (!isWanted(number)) continue
    visit({
      number,
      ...readSums(createByteReader(body)),
      addSketchTo(sketch) {
        const bodyReader = createByteReader(body)
        readSums(bodyReader)
        readSketchInto(bodyReader, sketch)
        if (form === forms.withNegatives) readNegativesInto(bodyReader, sketch)
      },
    })
  }
}

function readSums(reader: ByteReader): Omit<Measure, 'sketch'> {
  return {
    n: reader.varint(),
    sum: reader.double(),
    sumOfSquares: reader.double(),
    min: reader.double(),
    max: reader.double(),
  }
}

export function decodeMeasures(stored: Uint8Array | null): Measures {
  const measures: Measures = new Map()
  visitMeasures(
    stored,
    () => true,
    ({ number, addSketchTo, ...sums }) => {
      const sketch = createSketch()
      addSketchTo(sketch)
      measures.set(number, { ...sums, sketch })
    },
  )
  return measures
}
