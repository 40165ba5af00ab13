import type { UrlRunDetail } from '../api-check-result.ts'
import { type HistogramFamilyOf, timeBounds } from '../histogram.ts'
import type { Metrics } from '../metric.ts'

export const urlMetrics = {
  responseTime: {
    unit: 'milliseconds',
    label: 'Response time',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
  wait: {
    unit: 'milliseconds',
    label: 'Socket wait',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response.timingPhases?.wait ?? null,
  },
  dns: {
    unit: 'milliseconds',
    label: 'DNS lookup',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response.timingPhases?.dns ?? null,
  },
  tcp: {
    unit: 'milliseconds',
    label: 'TCP connect',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response.timingPhases?.tcp ?? null,
  },
  firstByte: {
    unit: 'milliseconds',
    label: 'Time to first byte',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response.timingPhases?.firstByte ?? null,
  },
  download: {
    unit: 'milliseconds',
    label: 'Download',
    aggregation: 'statistics',
    source: 'detail',
    read: ({ response }) => response.timingPhases?.download ?? null,
  },
} as const satisfies Metrics<UrlRunDetail>

export const urlHistograms = [
  {
    names: ['url_monitor_timing_seconds'],
    help: 'Phase times of URL monitors',
    bounds: timeBounds,
    types: {
      responseTime: 'total',
      wait: 'wait',
      dns: 'dns',
      tcp: 'tcp',
      firstByte: 'first_byte',
      download: 'download',
    },
  },
] satisfies readonly HistogramFamilyOf<typeof urlMetrics>[]
