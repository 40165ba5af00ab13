import type { Metrics } from './metric.ts'

/** Results of one type of check as Prometheus is told of them. `Name` are names of the metrics of the type. */
export type HistogramFamily<Name extends string = string> = {
  /** Without the prefix. More than one for names that are kept for old dashboards. */
  names: readonly string[]
  help: string
  /** In seconds for times; others in the unit of the metric. */
  bounds: readonly number[]
  /** The label `type` of each metric that it tells of. */
  types: Readonly<Partial<Record<Name, string>>>
}

/** As `HistogramFamily`, with names that these metrics have. */
export type HistogramFamilyOf<Of extends Metrics<never>> = HistogramFamily<keyof Of & string>

/** From a neighbour in the same room to the longest timeout of a check. */
export const timeBounds: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
