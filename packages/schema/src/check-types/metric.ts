export type MetricUnit = 'milliseconds' | 'percentage' | 'count' | 'score'

export const aggregations = [
  'avg',
  'max',
  'median',
  'min',
  'p50',
  'p90',
  'p95',
  'p99',
  'stddev',
  'sum',
] as const
export type Aggregation = (typeof aggregations)[number]

/** What is told of many checks at once: `latency` by avg and p95 as `latency_avg` and `latency_p95`. */
export type BatchStatistics = {
  name: 'responseTime' | 'latency' | 'packetLoss' | 'hopCount'
  aggregations: readonly Aggregation[]
}

type Description = {
  unit: MetricUnit
  label: string
  /**
   * `statistics`: rolled up by hours and days; analytics gives single values and all aggregations.
   * `none`: kept with each result, for those who read results one by one.
   */
  aggregation: 'statistics' | 'none'
}

/** The time that the verdict of a run gives. Every type has it, by a name of its own. */
export type ResponseTimeMetric = Description & { source: 'verdict'; batch: BatchStatistics }

/** A number in the detail of a result, which the schema of the detail has accepted. Null: not measured. */
export type DetailMetric<Detail> = Description & {
  source: 'detail'
  batch?: BatchStatistics
  read(detail: Detail): number | null
}

export type Metric<Detail> = ResponseTimeMetric | DetailMetric<Detail>

/** The numbers of the results of one type of check, by the names that analytics gives them. */
export type Metrics<Detail> = Readonly<Record<string, Metric<Detail>>>
