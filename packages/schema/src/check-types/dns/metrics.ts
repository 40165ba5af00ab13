import { type HistogramFamilyOf, timeBounds } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import type { DnsCheckResult } from './result.ts'

export const dnsMetrics = {
  total: {
    unit: 'milliseconds',
    label: 'Lookup time',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
} as const satisfies Metrics<DnsCheckResult>

export const dnsHistograms = [
  {
    names: ['dns_monitor_timing_seconds'],
    help: 'Lookup times of DNS monitors',
    bounds: timeBounds,
    types: { total: 'total' },
  },
] satisfies readonly HistogramFamilyOf<typeof dnsMetrics>[]
