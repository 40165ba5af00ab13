import type { MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { MeasuredCheck, RunTally, ValueSums } from '@sonde/store/results/measured-values.ts'
import { metricNumberOf } from '@sonde/store/results/metric-columns.ts'
import { visitMeasures } from './measures.ts'
import { type Sketch, addToSketch, createSketch } from './sketch.ts'

/** What is known of one metric of many runs. */
export type MetricStats = ValueSums & {
  /** Values of which percentiles are made, as far as they are not in the sketch. */
  lists: number[][]
  /** Null when all values are listed. */
  sketch: Sketch | null
}

/** The stats of one group of runs, as in `RunTally`. */
export type RunGroupStats = {
  checkNo: number
  location: string | null
  statusCode: number | null
  bucket: number
  runs: number
  failed: number
  retries: number
  metrics: Map<MetricName, MetricStats>
}

type Group = Pick<RunTally, 'checkNo' | 'location' | 'isStandIn' | 'statusCode' | 'bucket'>

/** Adds up what comes from results and from rollups, group by group. */
export type RunStatsTable = {
  /** With `sketched`, values are not kept but only counted into the sketch. */
  addTally(tally: RunTally, options: { sketched: boolean }): void
  addRolledUp(
    group: Group,
    row: { runs: number; failed: number; retries: number; measures: Uint8Array | null },
  ): void
  stats(): RunGroupStats[]
}

export type RunStatsSelection = {
  checks: readonly MeasuredCheck[]
  /** Of each check those that its type has. */
  metrics: ReadonlySet<MetricName>
  /** Those of `metrics` of which percentiles are wanted. */
  percentiles: ReadonlySet<MetricName>
  /** Which locations are one place; each is one by itself unless told. */
  placeOf?(location: string, isStandIn: boolean | null): string
}

export function createRunStatsTable({
  checks,
  metrics,
  percentiles,
  placeOf = (location) => location,
}: RunStatsSelection): RunStatsTable {
  const groups = new Map<string, RunGroupStats>()
  const numbersByType = new Map(
    [...new Set(checks.map(({ checkType }) => checkType))].map((type) => [
      type,
      namesByNumber(type, metrics),
    ]),
  )
  const numbersByCheck = new Map(
    checks.map(({ checkNo, checkType }) => [checkNo, numbersByType.get(checkType) ?? new Map()]),
  )

  function statsOf({ checkNo, location: measuredAt, isStandIn, statusCode, bucket }: Group): RunGroupStats {
    const location = measuredAt === null ? null : placeOf(measuredAt, isStandIn)
    const key = `${checkNo}/${bucket}/${statusCode ?? ''}/${location ?? ''}`
    const existing = groups.get(key)
    if (existing !== undefined) return existing
    const counts = { runs: 0, failed: 0, retries: 0 }
    const stats = { checkNo, location, statusCode, bucket, ...counts, metrics: new Map() }
    groups.set(key, stats)
    return stats
  }

  return {
    addTally(tally, { sketched }) {
      const stats = statsOf(tally)
      stats.runs += tally.runs
      stats.failed += tally.failed
      stats.retries += tally.retries
      for (const [name, sums] of tally.sums) addSums(metricOf(stats, name), sums)
      for (const [name, values] of tally.values) {
        const metric = metricOf(stats, name)
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
      const stats = statsOf(group)
      stats.runs += row.runs
      stats.failed += row.failed
      stats.retries += row.retries
      const names = numbersByCheck.get(group.checkNo)
      visitMeasures(
        row.measures,
        (number) => names?.has(number) === true,
        ({ number, addSketchTo, ...sums }) => {
          for (const name of names?.get(number) ?? []) {
            const metric = metricOf(stats, name)
            addSums(metric, sums)
            if (percentiles.has(name)) addSketchTo((metric.sketch ??= createSketch()))
          }
        },
      )
    },
    // A rollup of an hour in which nothing counted is no group of runs.
    stats: () => [...groups.values()].filter(({ runs }) => runs > 0),
  }
}

/** The response time may be asked for by two names. */
function namesByNumber(checkType: CheckType, names: ReadonlySet<MetricName>): Map<number, MetricName[]> {
  const byNumber = Map.groupBy(names, (name) => metricNumberOf(checkType, name))
  return new Map([...byNumber].flatMap(([number, same]) => (number === null ? [] : [[number, same]])))
}

function metricOf(stats: RunGroupStats, name: MetricName): MetricStats {
  const existing = stats.metrics.get(name)
  if (existing !== undefined) return existing
  const metric: MetricStats = {
    n: 0,
    sum: 0,
    sumOfSquares: 0,
    min: Infinity,
    max: -Infinity,
    lists: [],
    sketch: null,
  }
  stats.metrics.set(name, metric)
  return metric
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
