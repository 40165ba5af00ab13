import { type HistogramFamilyOf, timeBounds } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import type { SslCheckResult } from './result.ts'

export const sslMetrics = {
  handshakeTimeMs: {
    unit: 'milliseconds',
    label: 'TLS handshake time',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
  daysUntilExpiry: {
    unit: 'count',
    label: 'Days until expiry',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ daysUntilExpiry }) => daysUntilExpiry,
  },
  keySizeBits: {
    unit: 'count',
    label: 'Key size in bits',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response?.certificate?.keySizeBits ?? null,
  },
  hostnameVerified: {
    unit: 'count',
    label: 'Name covered (0 or 1)',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ hostnameVerified }) => oneOrZero(hostnameVerified),
  },
  chainTrusted: {
    unit: 'count',
    label: 'Chain trusted (0 or 1)',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ chainTrusted }) => oneOrZero(chainTrusted),
  },
  ocspStapled: {
    unit: 'count',
    label: 'OCSP response stapled (0 or 1)',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => oneOrZero(response?.ocspStapled ?? null),
  },
} as const satisfies Metrics<SslCheckResult>

export const sslHistograms = [
  {
    names: ['ssl_monitor_timing_seconds'],
    help: 'TLS handshake times of SSL monitors',
    bounds: timeBounds,
    types: { handshakeTimeMs: 'handshake' },
  },
] satisfies readonly HistogramFamilyOf<typeof sslMetrics>[]

function oneOrZero(flag: boolean | null): number | null {
  return flag === null ? null : Number(flag)
}
