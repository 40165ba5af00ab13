/** Where a result keeps the value of a metric. */
export type MetricColumn =
  | 'response_time'
  | 'metric_1'
  | 'metric_2'
  | 'metric_3'
  | 'metric_4'
  | 'metric_5'
  | 'metric_6'

/** Where results of types that can be grouped by status code keep it: a name of a group, never a metric. */
export const statusCodeColumn: MetricColumn = 'metric_6'

/** One number of a result that is aggregated over time. */
export type CheckMetric = {
  name: string
  column: MetricColumn
  unit: 'milliseconds' | 'percentage' | 'count' | 'score'
  label: string
}

export type MetricValues = Readonly<Partial<Record<MetricColumn, number | null>>>
