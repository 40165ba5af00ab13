import type { Aggregation } from '@sonde/schema/check-types/metric.ts'
import type { MetricStats, RunGroupStats } from './run-group-stats.ts'
import { addToSketch, createQuantiles, createSketch, mergeSketch } from './sketch.ts'

export type Aggregates = {
  /** Null when there is no value, or none that is a finite number. */
  get(aggregation: Aggregation): number | null
  /** Whether percentiles come from a sketch. */
  readonly isApproximate: boolean
}

const percents: Readonly<Partial<Record<Aggregation, number>>> = {
  p50: 50,
  median: 50,
  p90: 90,
  p95: 95,
  p99: 99,
}

export function isPercentile(aggregation: Aggregation): boolean {
  return percents[aggregation] !== undefined
}

export function createAggregates(stats: MetricStats | undefined): Aggregates {
  if (stats === undefined || stats.n === 0) return { get: () => null, isApproximate: false }
  let percentile: ((percent: number) => number | null) | null = null
  return {
    isApproximate: stats.sketch !== null,
    get(aggregation) {
      const percent = percents[aggregation]
      if (percent === undefined) return finite(plainAggregate(stats, aggregation))
      percentile ??= stats.sketch === null ? exactPercentiles(stats) : sketchedPercentiles(stats)
      return finite(percentile(percent))
    },
  }
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}

function plainAggregate(stats: MetricStats, aggregation: Aggregation): number | null {
  const { n, sum, min, max } = stats
  switch (aggregation) {
    case 'avg':
      return sum / n
    case 'sum':
      return sum
    case 'min':
      return min
    case 'max':
      return max
    case 'stddev':
      return deviationOf(stats)
    default:
      return null
  }
}

/** Of the population. Equal values have none, whatever rounding makes of their squares. */
function deviationOf({ n, sum, sumOfSquares, min, max }: MetricStats): number {
  if (min === max) return 0
  return Math.sqrt(Math.max(0, sumOfSquares / n - (sum / n) ** 2))
}

function exactPercentiles({ lists }: MetricStats): (percent: number) => number | null {
  const sorted = new Float64Array(lists.reduce((sum, values) => sum + values.length, 0))
  let position = 0
  for (const values of lists) {
    sorted.set(values, position)
    position += values.length
  }
  sorted.sort()
  return (percent) => percentileOf(sorted, percent)
}

/** Linear interpolation between the neighbours of the rank; null without values. `sorted` ascends. */
export function percentileOf(sorted: ArrayLike<number>, percent: number): number | null {
  // In hundredths of a rank, which are whole: 0.95 * 3 is less than 2.85 to a computer.
  const hundredths = percent * (sorted.length - 1)
  const lower = sorted[Math.floor(hundredths / 100)]
  const upper = sorted[Math.ceil(hundredths / 100)]
  if (lower === undefined || upper === undefined) return null
  return lower + ((hundredths % 100) * (upper - lower)) / 100
}

function sketchedPercentiles({ lists, sketch, min, max }: MetricStats): (percent: number) => number | null {
  const whole = createSketch()
  if (sketch !== null) mergeSketch(whole, sketch)
  for (const values of lists) {
    for (const value of values) addToSketch(whole, value)
  }
  const quantileAt = createQuantiles(whole)
  return (percent) => {
    const estimate = quantileAt(percent / 100)
    return estimate === null ? null : Math.min(Math.max(estimate, min), max)
  }
}

/** In percent; null without runs. */
export function availabilityOf({ runs, failed }: Pick<RunGroupStats, 'runs' | 'failed'>): number | null {
  return runs === 0 ? null : (100 * (runs - failed)) / runs
}
