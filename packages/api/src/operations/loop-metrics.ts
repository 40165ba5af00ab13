import { eventLoopUtilization } from 'node:perf_hooks'
import { gaugeFamily, type MetricFamily } from '@sonde/analytics/prometheus/exposition.ts'

/** How busy the main thread was between two looks. */
export function createLoopMetrics(): () => MetricFamily {
  let last = eventLoopUtilization()
  return () => {
    const now = eventLoopUtilization()
    const { utilization } = eventLoopUtilization(now, last)
    last = now
    return gaugeFamily(
      'sonde_event_loop_utilization',
      'Share of the time, since the last scrape, in which the main thread was busy',
      utilization,
    )
  }
}
