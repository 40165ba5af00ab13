import type { CheckType } from './check-type.ts'
import type { IcmpCheckResult } from './icmp-result.ts'

/** Where a result keeps the value of a metric. */
export type MetricColumn =
  | 'response_time'
  | 'metric_1'
  | 'metric_2'
  | 'metric_3'
  | 'metric_4'
  | 'metric_5'
  | 'metric_6'

/** One number of a result that is aggregated over time. */
export type CheckMetric = {
  name: string
  column: MetricColumn
  unit: 'milliseconds' | 'percentage' | 'count' | 'score'
  label: string
}

const icmp: readonly CheckMetric[] = [
  { name: 'packetLoss', column: 'metric_1', unit: 'percentage', label: 'Packet loss' },
  { name: 'latencyMin', column: 'metric_2', unit: 'milliseconds', label: 'Minimum latency' },
  { name: 'latencyMax', column: 'metric_3', unit: 'milliseconds', label: 'Maximum latency' },
  { name: 'latencyAvg', column: 'response_time', unit: 'milliseconds', label: 'Average latency' },
  {
    name: 'latencyStdDev',
    column: 'metric_4',
    unit: 'milliseconds',
    label: 'Standard deviation of the latency',
  },
]

const byType: Partial<Record<CheckType, readonly CheckMetric[]>> = { ICMP: icmp }

export function metricsOf(checkType: CheckType): readonly CheckMetric[] {
  return byType[checkType] ?? []
}

export type MetricValues = Readonly<Partial<Record<MetricColumn, number | null>>>

/** The numbers of an ICMP result; what was not measured is null. */
export function icmpMetricValues({ response }: IcmpCheckResult): MetricValues {
  return {
    metric_1: response?.packetLoss ?? null,
    metric_2: response?.latency?.min ?? null,
    metric_3: response?.latency?.max ?? null,
    metric_4: response?.latency?.stdDev ?? null,
  }
}
