import type { MetricColumn } from '@sonde/schema/check-metrics.ts'
import { createByteReader, createByteWriter } from '@sonde/store/result-details/byte-writer.ts'
import { type Sketch, addToSketch, createSketch, mergeSketch, readSketch, writeSketch } from './sketch.ts'

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
const columns: readonly MetricColumn[] = [
  'response_time',
  'metric_1',
  'metric_2',
  'metric_3',
  'metric_4',
  'metric_5',
  'metric_6',
]

const formVersion = 1

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
  const present = columns.filter((column) => (measures.get(column)?.n ?? 0) > 0)
  writer.byte(formVersion)
  writer.byte(present.length)
  for (const column of present) {
    const measure = measures.get(column) ?? createMeasure()
    bodies.varint(measure.n)
    bodies.double(measure.sum)
    bodies.double(measure.sumOfSquares)
    bodies.double(measure.min)
    bodies.double(measure.max)
    writeSketch(bodies, measure.sketch)
    const body = bodies.take()
    writer.byte(columns.indexOf(column))
    // The length lets a reader pass over the metrics that nobody asked for.
    writer.varint(body.length)
    writer.bytes(body)
  }
  return writer.take()
}

/** Only the metrics asked for; all of them unless told. */
export function decodeMeasures(stored: Uint8Array | null, wanted?: ReadonlySet<MetricColumn>): Measures {
  const measures: Measures = new Map()
  if (stored === null) return measures
  const reader = createByteReader(stored)
  const version = reader.byte()
  if (version !== formVersion) throw new Error(`measures of a rollup have the unknown form ${version}`)
  const length = reader.byte()
  for (let position = 0; position < length; position += 1) {
    const column = columns[reader.byte()]
    const body = reader.bytes(reader.varint())
    if (column === undefined || wanted?.has(column) === false) continue
    measures.set(column, decodeMeasure(body))
  }
  return measures
}

function decodeMeasure(body: Uint8Array): Measure {
  const reader = createByteReader(body)
  return {
    n: reader.varint(),
    sum: reader.double(),
    sumOfSquares: reader.double(),
    min: reader.double(),
    max: reader.double(),
    sketch: readSketch(reader),
  }
}
