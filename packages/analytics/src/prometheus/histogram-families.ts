import { metricsOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { MetricColumn } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType, CheckTypeName } from '@sonde/schema/check-types/check-type.ts'

/** A histogram of one metric: `type` is its label, null where the family has only one. */
export type HistogramSeries = { type: string | null; column: MetricColumn; factor: number }

export type HistogramFamily = {
  /** Without the prefix. More than one for names that are kept for old dashboards. */
  names: readonly string[]
  help: string
  bounds: readonly number[]
  checkTypes: readonly CheckTypeName[]
  seriesOf(checkType: CheckType): HistogramSeries[]
}

const seconds = 1 / 1000
/** From a neighbour in the same room to the longest timeout of a check. */
const timeBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Scripts in a browser take up to some minutes. */
const durationBounds = [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 240, 600, 1800]
/** Around what counts as good and as poor: 0.1 and 0.25 for shifts, some seconds for times. */
const vitalBounds = [0.05, 0.1, 0.2, 0.25, 0.5, 0.8, 1.8, 2.5, 3, 4, 6, 10]
const errorBounds = [0, 1, 2, 5, 10, 25, 50, 100]

/** The label of each metric by the name that it has in analytics. */
type Names = Readonly<Record<string, string>>

function family(
  made: Omit<HistogramFamily, 'seriesOf'> & { types: Names | null; scores?: readonly string[] },
): HistogramFamily {
  const { types, scores = [] } = made
  return {
    ...made,
    seriesOf(checkType) {
      const metrics = metricsOf(checkType)
      if (types === null) return [{ type: null, column: 'response_time', factor: seconds }]
      return Object.entries(types).flatMap(([metricName, type]): HistogramSeries[] => {
        if (checkType === 'ICMP' && metricName === 'dns') return [{ type, ...icmpLookup }]
        const metric = metrics.find(({ name }) => name === metricName)
        if (metric === undefined) return []
        return [{ type, column: metric.column, factor: scores.includes(metricName) ? 1 : seconds }]
      })
    },
  }
}

/** Stored for this alone: no metric of analytics. */
const icmpLookup = { column: 'metric_5', factor: seconds } as const

const httpTypes = {
  responseTime: 'total',
  wait: 'wait',
  dns: 'dns',
  tcp: 'tcp',
  firstByte: 'first_byte',
  download: 'download',
}

export const histogramFamilies: readonly HistogramFamily[] = [
  family({
    names: ['browser_check_web_vitals_seconds'],
    help: 'Web vitals of the pages of browser checks; CLS is a score',
    bounds: vitalBounds,
    checkTypes: ['BROWSER', 'PLAYWRIGHT'],
    types: { TTFB: 'TTFB', FCP: 'FCP', LCP: 'LCP', CLS: 'CLS', TBT: 'TBT' },
    scores: ['CLS'],
  }),
  family({
    names: ['browser_check_errors'],
    help: 'Errors in the pages of browser checks',
    bounds: errorBounds,
    checkTypes: ['BROWSER'],
    types: {
      consoleErrors: 'console',
      networkErrors: 'network',
      userScriptErrors: 'user_script',
      documentErrors: 'document',
    },
    scores: ['consoleErrors', 'networkErrors', 'userScriptErrors', 'documentErrors'],
  }),
  family({
    names: ['browser_check_duration_seconds'],
    help: 'Duration of browser checks',
    bounds: durationBounds,
    checkTypes: ['BROWSER', 'PLAYWRIGHT'],
    types: null,
  }),
  family({
    names: ['multistep_check_duration_seconds'],
    help: 'Duration of multistep checks',
    bounds: durationBounds,
    checkTypes: ['MULTI_STEP'],
    types: null,
  }),
  family({
    names: ['api_check_timing_seconds'],
    help: 'Times of the phases of API checks',
    bounds: timeBounds,
    checkTypes: ['API'],
    types: httpTypes,
  }),
  family({
    names: ['url_monitor_timing_seconds'],
    help: 'Times of the phases of URL monitors',
    bounds: timeBounds,
    checkTypes: ['URL'],
    types: httpTypes,
  }),
  family({
    names: ['tcp_monitor_timing_seconds', 'tcp_check_timing_seconds'],
    help: 'Times of the phases of TCP monitors',
    bounds: timeBounds,
    checkTypes: ['TCP'],
    types: { dns: 'dns', connection: 'connection', data: 'data', total: 'total' },
  }),
  family({
    names: ['icmp_monitor_timing_seconds'],
    help: 'Latencies of ICMP monitors',
    bounds: timeBounds,
    checkTypes: ['ICMP'],
    types: { dns: 'dns', latencyAvg: 'latency_avg', latencyMin: 'latency_min', latencyMax: 'latency_max' },
  }),
  family({
    names: ['dns_monitor_timing_seconds'],
    help: 'Times of the lookups of DNS monitors',
    bounds: timeBounds,
    checkTypes: ['DNS'],
    types: { total: 'total' },
  }),
  family({
    names: ['ssl_monitor_timing_seconds'],
    help: 'Times of the handshakes of SSL monitors',
    bounds: timeBounds,
    checkTypes: ['SSL'],
    types: { handshakeTimeMs: 'handshake' },
  }),
  family({
    names: ['grpc_monitor_timing_seconds'],
    help: 'Times of the phases of gRPC monitors',
    bounds: timeBounds,
    checkTypes: ['GRPC'],
    types: { dns: 'dns', connect: 'connect', total: 'total' },
  }),
  family({
    names: ['traceroute_monitor_timing_seconds'],
    help: 'Latencies of the last hop of traceroute monitors',
    bounds: timeBounds,
    checkTypes: ['TRACEROUTE'],
    types: { finalHopLatencyAvg: 'final_hop' },
  }),
]
