import type { HistogramFamilyOf } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import type { SuiteRunDetail } from './result.ts'

export const suiteMetrics = {
  responseTime: {
    unit: 'milliseconds',
    label: 'Duration',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
} as const satisfies Metrics<SuiteRunDetail>

export const suiteHistograms = [
  {
    names: ['playwright_check_duration_seconds'],
    help: 'Durations of the test commands of check suites',
    bounds: [5, 10, 30, 60, 120, 300, 600, 1200, 1800],
    types: { responseTime: 'total' },
  },
] satisfies readonly HistogramFamilyOf<typeof suiteMetrics>[]
