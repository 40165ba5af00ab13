import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { MetricUnit } from '@sonde/schema/check-types/metric.ts'

/** A histogram of one metric: `type` is its label. */
export type HistogramSeries = { type: string; metric: MetricName; factor: number }

export type HistogramFamily = {
  /** Without the prefix. */
  names: readonly string[]
  help: string
  bounds: readonly number[]
  checkType: CheckType
  series: readonly HistogramSeries[]
}

/** Prometheus counts time in seconds. */
const factors: Readonly<Record<MetricUnit, number>> = {
  milliseconds: 1 / 1000,
  percentage: 1,
  count: 1,
  score: 1,
}

export const histogramFamilies: readonly HistogramFamily[] = checkKinds.flatMap(({ checkType, run }) =>
  (run?.histograms ?? []).map(({ names, help, bounds, types }) => ({
    names,
    help,
    bounds,
    checkType,
    series: Object.entries(types).flatMap(([name, type]): HistogramSeries[] => {
      const metric = run?.metrics[name]
      if (metric === undefined || type === undefined) return []
      // Safe because it is the name of a metric of a kind.
      return [{ type, metric: name as MetricName, factor: factors[metric.unit] }]
    }),
  })),
)
