import type { MetricColumn } from '@sonde/schema/check-types/check-metrics.ts'
import { createByteReader, createByteWriter } from '@sonde/store/result-details/byte-writer.ts'
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

/** Metrics without any value may be missing. */
export type Measures = Map<MetricColumn, Measure>

/** The position is what the database stores: append only. */
export const storedColumns: readonly MetricColumn[] = [
  'response_time',
  'metric_1',
  'metric_2',
  'metric_3',
  'metric_4',
  'metric_5',
  'metric_6',
]

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
  for (const [column, measure] of from) {
    const known = into.get(column) ?? createMeasure()
    mergeMeasure(known, measure)
    into.set(column, known)
  }
}

/** The form of the `measures` column of the rollups. */
export function encodeMeasures(measures: Measures): Uint8Array {
  const writer = createByteWriter()
  const bodies = createByteWriter()
  const present = storedColumns.filter((column) => (measures.get(column)?.n ?? 0) > 0)
  const hasNegatives = present.some((column) => measures.get(column)?.sketch.negatives)
  writer.byte(hasNegatives ? forms.withNegatives : forms.plain)
  writer.byte(present.length)
  for (const column of present) {
    const measure = measures.get(column) ?? createMeasure()
    bodies.varint(measure.n)
    bodies.double(measure.sum)
    bodies.double(measure.sumOfSquares)
    bodies.double(measure.min)
    bodies.double(measure.max)
    writeSketch(bodies, measure.sketch)
    if (hasNegatives) writeNegatives(bodies, measure.sketch)
    const body = bodies.take()
    writer.byte(storedColumns.indexOf(column))
    // The length lets a reader pass over the metrics that nobody asked for.
    writer.varint(body.length)
    writer.bytes(body)
  }
  return writer.take()
}

/** What is stored of one metric. */
export type StoredMeasure = Omit<Measure, 'sketch'> & {
  column: MetricColumn
  /** Adds its values to a sketch. Costs more than all the rest: not for those who want no percentiles. */
  addSketchTo(sketch: Sketch): void
}

/** Shows the metrics of a rollup one after the other, without those that nobody wants. */
export function visitMeasures(
  stored: Uint8Array | null,
  isWanted: (column: MetricColumn) => boolean,
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
    const column = storedColumns[reader.byte()]
    const body = reader.bytes(reader.varint())
    if (column === undefined || !isWanted(column)) continue
    const bodyReader = createByteReader(body)
    visit({
      column,
      n: bodyReader.varint(),
      sum: bodyReader.double(),
      sumOfSquares: bodyReader.double(),
      min: bodyReader.double(),
      max: bodyReader.double(),
      addSketchTo(sketch) {
        readSketchInto(bodyReader, sketch)
        if (form === forms.withNegatives) readNegativesInto(bodyReader, sketch)
      },
    })
  }
}

export function decodeMeasures(stored: Uint8Array | null): Measures {
  const measures: Measures = new Map()
  visitMeasures(
    stored,
    () => true,
    ({ column, addSketchTo, ...sums }) => {
      const sketch = createSketch()
      addSketchTo(sketch)
      measures.set(column, { ...sums, sketch })
    },
  )
  return measures
}
