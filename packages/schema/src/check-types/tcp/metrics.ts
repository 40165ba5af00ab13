import { type HistogramFamilyOf, timeBounds } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import type { TcpCheckResult } from './result.ts'

export const tcpMetrics = {
  total: {
    unit: 'milliseconds',
    label: 'Total time',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
  dns: {
    unit: 'milliseconds',
    label: 'DNS lookup',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ timingPhases }) => timingPhases?.dns ?? null,
  },
  connection: {
    unit: 'milliseconds',
    label: 'Connection',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ timingPhases }) => timingPhases?.connection ?? null,
  },
  data: {
    unit: 'milliseconds',
    label: 'Data',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ timingPhases }) => timingPhases?.data ?? null,
  },
} as const satisfies Metrics<TcpCheckResult>

export const tcpHistograms = [
  {
    names: ['tcp_monitor_timing_seconds', 'tcp_check_timing_seconds'],
    help: 'Phase times of TCP monitors',
    bounds: timeBounds,
    types: { dns: 'dns', connection: 'connection', data: 'data', total: 'total' },
  },
] satisfies readonly HistogramFamilyOf<typeof tcpMetrics>[]
