import type { HistogramFamilyOf } from '../histogram.ts'
import type { DetailMetric, Metrics } from '../metric.ts'
import type { BrowserRunDetail } from './result.ts'
import type { VitalName } from './web-vitals.ts'

type Summary = BrowserRunDetail['traceSummary']

/** Of the first page: what the check is about. */
function vital(name: VitalName, label: string): DetailMetric<BrowserRunDetail> & { source: 'detail' } {
  return {
    unit: name === 'CLS' ? 'score' : 'milliseconds',
    label,
    aggregation: 'statistics',
    source: 'detail',
    read: ({ pages }) => pages[0]?.webVitals[name]?.value ?? null,
  }
}

function errorCount(
  name: keyof Summary,
  label: string,
): DetailMetric<BrowserRunDetail> & { source: 'detail' } {
  return {
    unit: 'count',
    label,
    aggregation: 'statistics',
    source: 'detail',
    read: ({ traceSummary }) => traceSummary[name] ?? null,
  }
}

export const browserMetrics = {
  responseTime: {
    unit: 'milliseconds',
    label: 'Duration',
    aggregation: 'statistics',
    source: 'verdict',
    batch: { name: 'responseTime', aggregations: ['avg', 'p50', 'p95', 'p99'] },
  },
  TTFB: vital('TTFB', 'Time to first byte'),
  FCP: vital('FCP', 'First contentful paint'),
  LCP: vital('LCP', 'Largest contentful paint'),
  CLS: vital('CLS', 'Cumulative layout shift'),
  TBT: vital('TBT', 'Total blocking time'),
  consoleErrors: errorCount('consoleErrors', 'Console errors'),
  networkErrors: errorCount('networkErrors', 'Network errors'),
  userScriptErrors: errorCount('userScriptErrors', 'Script errors'),
  documentErrors: errorCount('documentErrors', 'Page errors'),
} as const satisfies Metrics<BrowserRunDetail>

export const browserHistograms = [
  {
    names: ['browser_check_duration_seconds'],
    help: 'Durations of browser checks',
    // A run takes seconds before its first page is opened.
    bounds: [1, 2.5, 5, 10, 20, 30, 60, 120, 240],
    types: { responseTime: 'total' },
  },
  {
    names: ['browser_check_web_vitals_seconds'],
    help: 'Web Vitals of the first page of browser checks',
    bounds: [0.1, 0.2, 0.4, 0.6, 0.8, 1.2, 1.8, 2.5, 3, 4, 8],
    types: { TTFB: 'TTFB', FCP: 'FCP', LCP: 'LCP', TBT: 'TBT' },
  },
  {
    names: ['browser_check_layout_shift_score'],
    help: 'Cumulative layout shift of the first page of browser checks',
    bounds: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
    types: { CLS: 'CLS' },
  },
  {
    names: ['browser_check_errors'],
    help: 'Errors in each run of browser checks',
    bounds: [0, 1, 2, 5, 10, 50],
    types: {
      consoleErrors: 'CONSOLE',
      networkErrors: 'NETWORK',
      documentErrors: 'DOCUMENT',
      userScriptErrors: 'SCRIPT',
    },
  },
] satisfies readonly HistogramFamilyOf<typeof browserMetrics>[]
