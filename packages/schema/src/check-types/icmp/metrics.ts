import { type HistogramFamilyOf, timeBounds } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import type { IcmpCheckResult } from './result.ts'

export const icmpMetrics = {
  packetLoss: {
    unit: 'percentage',
    label: 'Packet loss',
    aggregation: 'statistics',
    batch: { name: 'packetLoss', aggregations: ['avg', 'p95', 'p99'] },
    source: 'detail',
    read: ({ response }) => response?.packetLoss ?? null,
  },
  latencyMin: {
    unit: 'milliseconds',
    label: 'Minimum latency',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response?.latency?.min ?? null,
  },
  latencyMax: {
    unit: 'milliseconds',
    label: 'Maximum latency',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response?.latency?.max ?? null,
  },
  latencyAvg: {
    unit: 'milliseconds',
    label: 'Average latency',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'latency', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
  latencyStdDev: {
    unit: 'milliseconds',
    label: 'Standard deviation of the latency',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response?.latency?.stdDev ?? null,
  },
  dns: {
    unit: 'milliseconds',
    label: 'DNS lookup',
    // Prometheus only: analytics has no such metric of ICMP monitors.
    aggregation: 'none',
    source: 'detail',
    // An address needs no lookup, and so has none.
    read: ({ response }) => response?.dnsResolutionTime || null,
  },
} as const satisfies Metrics<IcmpCheckResult>

export const icmpHistograms = [
  {
    names: ['icmp_monitor_timing_seconds'],
    help: 'Latencies of ICMP monitors',
    bounds: timeBounds,
    types: { dns: 'dns', latencyAvg: 'latency_avg', latencyMin: 'latency_min', latencyMax: 'latency_max' },
  },
] satisfies readonly HistogramFamilyOf<typeof icmpMetrics>[]
