import type { HistogramFamilyOf } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import type { TestRunDetail } from '../playwright/test-run-result.ts'

export const multistepMetrics = {
  responseTime: {
    unit: 'milliseconds',
    label: 'Duration',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
} as const satisfies Metrics<TestRunDetail>

export const multistepHistograms = [
  {
    names: ['multistep_check_duration_seconds'],
    help: 'Durations of multistep checks',
    // A run of tests takes seconds before the first request is sent.
    bounds: [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 240],
    types: { responseTime: 'total' },
  },
] satisfies readonly HistogramFamilyOf<typeof multistepMetrics>[]
