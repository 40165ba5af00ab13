import type { ApiRunDetail } from '../api-check-result.ts'
import { type HistogramFamilyOf, timeBounds } from '../histogram.ts'
import type { Metrics } from '../metric.ts'
import { urlMetrics } from '../url/metrics.ts'

/** The phases of an HTTP request are the same as those of a URL monitor. */
export const apiMetrics = urlMetrics satisfies Metrics<ApiRunDetail>

export const apiHistograms = [
  {
    names: ['api_check_timing_seconds'],
    help: 'Times of the phases of API checks',
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
] satisfies readonly HistogramFamilyOf<typeof apiMetrics>[]
