import type { MetricColumn } from '@sonde/schema/check-types/check-metrics.ts'
import type { RunTally, ValueSums } from '@sonde/store/results/measured-values.ts'
import { visitMeasures } from './measures.ts'
import { type Sketch, addToSketch, createSketch } from './sketch.ts'

/** What is known of one metric of many runs. */
export type MetricFigures = ValueSums & {
  /** Values of which percentiles are made, as far as they are not in the sketch. */
  lists: number[][]
  /** Null when all values are listed. */
  sketch: Sketch | null
}

/** The figures of one group of runs, as in `RunTally`. */
export type RunFigures = {
  checkNo: number
  location: string | null
  statusCode: number | null
  bucket: number
  runs: number
  failed: number
  retries: number
  metrics: Map<MetricColumn, MetricFigures>
}

type Group = Pick<RunFigures, 'checkNo' | 'location' | 'statusCode' | 'bucket'>

/** Adds up what comes from results and from rollups, group by group. */
export type FigureTable = {
  /** With `sketched`, values are not kept but only counted into the sketch. */
  addTally(tally: RunTally, options: { sketched: boolean }): void
  addRolledUp(
    group: Group,
    row: { runs: number; failed: number; retries: number; measures: Uint8Array | null },
  ): void
  figures(): RunFigures[]
}

export type WantedFigures = {
  columns: ReadonlySet<MetricColumn>
  /** Those of `columns` of which percentiles are wanted. */
  percentileColumns: ReadonlySet<MetricColumn>
  /** Where checks of several types are asked about, whether a column is wanted of this one; yes unless told. */
  isWantedOf?: (checkNo: number, column: MetricColumn) => boolean
}

export function createFigureTable(wanted: WantedFigures): FigureTable {
  const { columns, percentileColumns, isWantedOf = () => true } = wanted
  const groups = new Map<string, RunFigures>()

  function figuresOf({ checkNo, location, statusCode, bucket }: Group): RunFigures {
    const key = `${checkNo}/${bucket}/${statusCode ?? ''}/${location ?? ''}`
    const known = groups.get(key)
    if (known !== undefined) return known
    const counts = { runs: 0, failed: 0, retries: 0 }
    const made = { checkNo, location, statusCode, bucket, ...counts, metrics: new Map() }
    groups.set(key, made)
    return made
  }

  return {
    addTally(tally, { sketched }) {
      const figures = figuresOf(tally)
      figures.runs += tally.runs
      figures.failed += tally.failed
      figures.retries += tally.retries
      for (const [column, sums] of tally.sums) addSums(metricOf(figures, column), sums)
      for (const [column, values] of tally.values) {
        const metric = metricOf(figures, column)
        addSums(metric, sumsOf(values))
        if (!sketched) {
          metric.lists.push(values)
          continue
        }
        metric.sketch ??= createSketch()
        for (const value of values) addToSketch(metric.sketch, value)
      }
    },
    addRolledUp(group, row) {
      const figures = figuresOf(group)
      figures.runs += row.runs
      figures.failed += row.failed
      figures.retries += row.retries
      visitMeasures(
        row.measures,
        (column) => columns.has(column) && isWantedOf(group.checkNo, column),
        ({ column, addSketchTo, ...sums }) => {
          const metric = metricOf(figures, column)
          addSums(metric, sums)
          if (percentileColumns.has(column)) addSketchTo((metric.sketch ??= createSketch()))
        },
      )
    },
    // A rollup of an hour in which nothing counted is no group of runs.
    figures: () => [...groups.values()].filter(({ runs }) => runs > 0),
  }
}

function metricOf(figures: RunFigures, column: MetricColumn): MetricFigures {
  const known = figures.metrics.get(column)
  if (known !== undefined) return known
  const made: MetricFigures = {
    n: 0,
    sum: 0,
    sumOfSquares: 0,
    min: Infinity,
    max: -Infinity,
    lists: [],
    sketch: null,
  }
  figures.metrics.set(column, made)
  return made
}

function addSums(into: ValueSums, from: ValueSums): void {
  into.n += from.n
  into.sum += from.sum
  into.sumOfSquares += from.sumOfSquares
  into.min = Math.min(into.min, from.min)
  into.max = Math.max(into.max, from.max)
}

export function sumsOf(values: readonly number[]): ValueSums {
  const sums = { n: values.length, sum: 0, sumOfSquares: 0, min: Infinity, max: -Infinity }
  for (const value of values) {
    sums.sum += value
    sums.sumOfSquares += value * value
    if (value < sums.min) sums.min = value
    if (value > sums.max) sums.max = value
  }
  return sums
}
