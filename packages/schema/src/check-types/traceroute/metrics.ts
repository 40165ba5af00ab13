import { type HistogramFamilyOf, timeBounds } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import type { TracerouteCheckResult } from './result.ts'

// Of a target that was not reached, neither its loss nor its distance is known.
export const tracerouteMetrics = {
  finalHopLatencyAvg: {
    unit: 'milliseconds',
    label: 'Average latency of the target',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
  finalHopPacketLoss: {
    unit: 'percentage',
    label: 'Packet loss at the target',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) =>
      response?.destinationReached === true ? (response.hops?.at(-1)?.loss_percentage ?? null) : null,
  },
  totalHops: {
    unit: 'count',
    label: 'Hops to the target',
    aggregation: 'statistics',
    batch: { name: 'hopCount', aggregations: ['avg'] },
    source: 'detail',
    read: ({ response }) => (response?.destinationReached === true ? (response.totalHops ?? null) : null),
  },
} as const satisfies Metrics<TracerouteCheckResult>

export const tracerouteHistograms = [
  {
    names: ['traceroute_monitor_timing_seconds'],
    help: 'Latencies of the last hop of traceroute monitors',
    bounds: timeBounds,
    types: { finalHopLatencyAvg: 'final_hop' },
  },
] satisfies readonly HistogramFamilyOf<typeof tracerouteMetrics>[]
