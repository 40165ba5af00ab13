import type { PrometheusQuery } from '@sonde/schema/analytics/prometheus-query.ts'
import type { AnalyticsDeps } from '../read-run-stats.ts'
import { checkLabels, firstVersionLabels } from './check-labels.ts'
import { type MetricFamily, labelText, sampleLine, writeFamilies } from './exposition.ts'
import { type GatheredCheck, gatherChecks, newestOf } from './gather-checks.ts'
import { type HistogramFamily, histogramFamilies } from './histogram-families.ts'
import { histogramLines } from './histogram.ts'
import { type ScrapePlace, placeLabels } from './scrape-places.ts'
import { labelledStatuses, statusLabels } from './status-labels.ts'
import { createLocationsSeen, locationFamilies, readLocationStates } from './location-families.ts'

/** What Prometheus is told of an account, piece by piece. */
export async function* readScrape(
  deps: AnalyticsDeps,
  { accountId, query }: { accountId: string; query: PrometheusQuery },
): AsyncGenerator<string> {
  const locationsSeen = createLocationsSeen()
  const checks = await gatherChecks(deps, {
    accountId,
    byLocation: query.locationLabelEnabled,
    withAttempts: query.includeRetryAttempts,
    lastOfAll: false,
    labelsOf: (account) => checkLabels(account, query),
    onCheck: locationsSeen.note,
  })
  const places = await readLocationStates(deps, accountId, locationsSeen)
  const prefix = query.prefix
  function* families(): Generator<MetricFamily> {
    yield* statusFamilies(prefix, checks)
    for (const family of histogramFamilies) {
      for (const name of family.names) yield histogramFamily(`${prefix}_${name}`, family, checks)
    }
    yield* gaugeFamilies(prefix, checks, { byLocation: query.locationLabelEnabled })
    yield* locationFamilies(prefix, places)
  }
  yield* writeFamilies(families())
}

/** The first version of the endpoint, for dashboards that were made for it. */
export async function* readFirstScrape(
  deps: AnalyticsDeps,
  { accountId, prefix }: { accountId: string; prefix: string },
): AsyncGenerator<string> {
  const locationsSeen = createLocationsSeen()
  const checks = await gatherChecks(deps, {
    accountId,
    byLocation: false,
    withAttempts: false,
    lastOfAll: true,
    labelsOf: firstVersionLabels,
    onCheck: locationsSeen.note,
  })
  const places = await readLocationStates(deps, accountId, locationsSeen)
  function* families(): Generator<MetricFamily> {
    const withStatus = checks.filter(({ status }) => status !== null)
    yield gauge(`${prefix}_check_status`, 'Whether the check passes (1) or fails (0)', (name) =>
      withStatus.map(({ labels, status }) => sampleLine(name, labels, status === 'failed' ? 0 : 1)),
    )
    yield gauge(`${prefix}_check_degraded_status`, 'Whether the check is degraded (0) or not (1)', (name) =>
      withStatus.map(({ labels, status }) => sampleLine(name, labels, status === 'degraded' ? 0 : 1)),
    )
    yield gauge(
      `${prefix}_check_result`,
      'The last response time at each location, in milliseconds',
      (name) =>
        checks.flatMap(({ labels, last }) =>
          last.flatMap(({ place, responseTime }) =>
            responseTime === null ? [] : [sampleLine(name, withPlace(labels, place, 'region'), responseTime)],
          ),
        ),
    )
    yield* locationFamilies(prefix, places)
  }
  yield* writeFamilies(families())
}

function gauge(name: string, help: string, write: (name: string) => Iterable<string>): MetricFamily {
  return { name, help, type: 'gauge', lines: write(name) }
}

function withPlace(
  labels: string,
  place: ScrapePlace | null,
  name: 'location' | 'region' = 'location',
): string {
  return place === null ? labels : `${labels},${placeLabels(place, name)}`
}

function withLabel(labels: string, name: string, value: string | null): string {
  return value === null ? labels : `${labels},${labelText([[name, value]])}`
}

function* statusFamilies(prefix: string, checks: readonly GatheredCheck[]): Generator<MetricFamily> {
  const status = `${prefix}_check_status`
  yield {
    name: status,
    help: 'Status of the check: 1 for the current status, 0 for the others',
    type: 'gauge',
    lines: linesOf(checks, function* (check) {
      if (check.status === null) return
      for (const verdict of labelledStatuses) {
        const label = `status="${statusLabels[verdict]}"`
        yield sampleLine(status, `${check.labels},${label}`, check.status === verdict ? 1 : 0)
      }
    }),
  }
  const total = `${prefix}_check_result_total`
  yield {
    name: total,
    help: 'Results stored since the beginning of the hour',
    type: 'counter',
    lines: linesOf(checks, function* ({ labels, results }) {
      for (const { place, counts } of results) {
        const ofPlace = withPlace(labels, place)
        for (const verdict of labelledStatuses) {
          yield sampleLine(total, `${ofPlace},status="${statusLabels[verdict]}"`, counts[verdict])
        }
      }
    }),
  }
}

/** One by one and only when they are written: together they are many times as large as what they are made of. */
function* linesOf(
  checks: readonly GatheredCheck[],
  ofCheck: (check: GatheredCheck) => Iterable<string>,
): Generator<string> {
  for (const check of checks) yield* ofCheck(check)
}

function histogramFamily(
  name: string,
  family: HistogramFamily,
  checks: readonly GatheredCheck[],
): MetricFamily {
  return {
    name,
    help: family.help,
    type: 'histogram',
    lines: linesOf(checks, function* ({ labels: ofCheck, histograms }) {
      for (const { family: ownFamily, type, place, histogram } of histograms) {
        if (ownFamily !== family) continue
        const labels = withPlace(withLabel(ofCheck, 'type', type), place)
        yield* histogramLines(name, histogram, {
          bounds: family.bounds,
          labelsOf: (bound) => withLabel(labels, 'le', bound),
        })
      }
    }),
  }
}

function* gaugeFamilies(
  prefix: string,
  checks: readonly GatheredCheck[],
  { byLocation }: { byLocation: boolean },
): Generator<MetricFamily> {
  yield gauge(
    `${prefix}_icmp_monitor_packet_loss_ratio`,
    'Packet loss of the last run, from 0 to 1',
    (name) =>
      linesOf(checks, function* ({ labels, last }) {
        const newest = newestOf(last)
        for (const { place, metrics } of byLocation ? last : newest === null ? [] : [newest]) {
          const percent = metrics.packetLoss ?? null
          if (percent === null) continue
          yield sampleLine(name, byLocation ? withPlace(labels, place) : labels, percent / 100)
        }
      }),
  )
  yield gauge(
    `${prefix}_heartbeat_last_success_timestamp_seconds`,
    'Time of the last ping; 0 before the first',
    (name) =>
      linesOf(checks, function* ({ labels, heartbeat }) {
        if (heartbeat !== null) yield sampleLine(name, labels, (heartbeat.lastSuccessAt ?? 0) / 1000)
      }),
  )
  yield gauge(`${prefix}_heartbeat_expected_interval_seconds`, 'Expected time between pings', (name) =>
    linesOf(checks, function* ({ labels, heartbeat }) {
      if (heartbeat !== null) yield sampleLine(name, labels, heartbeat.periodMs / 1000)
    }),
  )
  yield gauge(`${prefix}_time_to_ssl_expiry_seconds`, 'Time until the certificate expires', (name) =>
    linesOf(checks, function* ({ labels, certificate }) {
      if (certificate === null) return
      yield sampleLine(name, withLabel(labels, 'domain', certificate.domain), certificate.secondsLeft)
    }),
  )
}
