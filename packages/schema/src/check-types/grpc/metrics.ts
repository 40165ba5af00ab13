import { type HistogramFamilyOf, timeBounds } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import type { GrpcCheckResult } from './result.ts'

export const grpcMetrics = {
  total: {
    unit: 'milliseconds',
    label: 'Total time',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
  dns: {
    unit: 'milliseconds',
    label: 'Name resolution',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ timingPhases }) => timingPhases?.dns ?? null,
  },
  connect: {
    unit: 'milliseconds',
    label: 'Connection and call',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ timingPhases }) => timingPhases?.connect ?? null,
  },
} as const satisfies Metrics<GrpcCheckResult>

export const grpcHistograms = [
  {
    names: ['grpc_monitor_timing_seconds'],
    help: 'Phase times of gRPC monitors',
    bounds: timeBounds,
    types: { dns: 'dns', connect: 'connect', total: 'total' },
  },
] satisfies readonly HistogramFamilyOf<typeof grpcMetrics>[]
