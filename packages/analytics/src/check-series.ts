import { minuteMs } from '@sonde/ground/durations.ts'
import {
  type AnalyticsMetric,
  type AnalyticsSeriesRow,
  isSingleValue,
} from '@sonde/schema/analytics/analytics.ts'
import type { CheckMetric, MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import { type ServedBy, servedByOf } from '@sonde/schema/agents/served-by.ts'
import { snapshotsOf } from '@sonde/store/checks/check-snapshots.ts'
import {
  type Grouping,
  type MeasuredCheck,
  type RunStatus,
  countedRuns,
} from '@sonde/store/results/measured-values.ts'
import { type DetailReading, readDetail } from '@sonde/store/result-details/read-detail.ts'
import { referencesOf } from '@sonde/store/result-details/reference-rows.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { type Coverage, readCoverage } from './coverage.ts'
import { rawHorizon } from './raw-horizon.ts'
import { type AnalyticsDeps, readRunStats } from './read-run-stats.ts'
import type { RunGroupStats } from './run-group-stats.ts'
import { type Aggregates, availabilityOf, createAggregates, isPercentile } from './aggregate-metric.ts'
import { standInPlace } from './stand-ins.ts'
import { type TimeWindow, storedPart } from './time-window.ts'

export type SeriesRequest = {
  check: MeasuredCheck
  window: TimeWindow
  /** All single values, or none of them. */
  metrics: readonly AnalyticsMetric[]
  status: RunStatus | null
  groupBy: Grouping['by']
  /** Null for one row for the whole window. */
  intervalMs: number | null
  limit: number
  offset: number
}

export type Series = {
  runLocation?: string
  servedBy?: ServedBy
  statusCode?: number | null
  data: AnalyticsSeriesRow[]
}

/** Stats of one check, as they are asked for. */
export async function readSeries(deps: AnalyticsDeps, request: SeriesRequest): Promise<Series[]> {
  return request.metrics.some(isSingleValue)
    ? [{ data: await readRuns(deps, request) }]
    : await readAggregated(deps, request)
}

/** One row for each run, newest first. Only runs whose results are kept have one. */
async function readRuns(deps: AnalyticsDeps, request: SeriesRequest): Promise<AnalyticsSeriesRow[]> {
  const { check, metrics, status, limit, offset } = request
  const now = deps.clock.now()
  const window = storedPart(request.window, { now, ...deps })
  const from = Math.max(window.from, rawHorizon(now, deps.rawRetentionDays))
  const scope = { check, from, to: window.to, status }
  const runs = await countedRuns(deps.store.read, scope, { limit, offset })
  const hasTexts = metrics.some(({ kind }) => kind === 'text')
  const read = hasTexts ? await createDetailReader(deps, check.checkNo, runs) : () => null
  return runs.map((run) => {
    const row: AnalyticsSeriesRow = {
      startedAt: new Date(run.startedAt).toISOString(),
      runLocation: run.location,
    }
    const reading = read(run)
    for (const metric of metrics) {
      if (metric.kind === 'value') row[metric.name] = valueOf(run, metric.metric)
      if (metric.kind === 'text') {
        row[metric.name] = reading?.kind === 'read' ? metric.metric.valueOf(reading.detail) : null
      }
    }
    return row
  })
}

function valueOf(run: ResultRow, { name, isResponseTime }: CheckMetric): number | null {
  return isResponseTime ? run.responseTime : (run.metrics[name] ?? null)
}

async function createDetailReader(
  { store }: AnalyticsDeps,
  checkNo: number,
  runs: readonly ResultRow[],
): Promise<(run: ResultRow) => DetailReading> {
  const numbers = runs.map(({ snapshot }) => snapshot)
  const snapshots = await snapshotsOf(store.read, checkNo, numbers)
  const references = await referencesOf(store.read, runs)
  return (run) => readDetail(run, snapshots.get(run.snapshot)?.config, references)
}

async function readAggregated(deps: AnalyticsDeps, request: SeriesRequest): Promise<Series[]> {
  const { check, window, metrics, status, groupBy, intervalMs } = request
  const originAt = window.from - (window.from % minuteMs)
  const buckets = intervalMs === null ? null : { originAt, widthMs: intervalMs }
  const place = standInPlace(
    new Set(groupBy === 'location' ? await deps.standIns?.locations() : []),
    deps.standIns?.location ?? '',
  )
  const stats = await readRunStats(deps, {
    placeOf: place.placeOf,
    checks: [check],
    window,
    status,
    grouping: { by: groupBy, buckets },
    ...measuredFor(metrics),
  })
  // A run that was due and never measured has no status code, by which its absence could be told.
  const isCoverageTold = groupBy !== 'statusCode' && metrics.some(({ kind }) => kind === 'availability')
  const coverage = isCoverageTold
    ? await readCoverage(deps, { checkNo: check.checkNo, window, placeOf: place.placeOf })
    : null
  const toRow = (group: RunGroupStats | undefined, location: string | null): AnalyticsSeriesRow => {
    const startAt = originAt + (group?.bucket ?? 0) * (intervalMs ?? 0)
    const part =
      intervalMs === null
        ? window
        : { from: Math.max(startAt, window.from), to: Math.min(startAt + intervalMs, window.to) }
    return {
      ...(intervalMs === null ? {} : { startTime: new Date(startAt).toISOString() }),
      ...statsRow(group, metrics),
      ...(coverage === null ? {} : { coverage: coverage.of(part, location) }),
    }
  }
  const toData = (groups: readonly RunGroupStats[], location: string | null) =>
    (intervalMs === null ? [groups[0]] : pageOf(groups, request)).map((group) => toRow(group, location))
  switch (groupBy) {
    case null:
      return [{ data: toData(stats, null) }]
    case 'statusCode': {
      const byCode = Map.groupBy(stats, ({ statusCode }) => statusCode)
      return statusCodesOf(byCode).map((statusCode) => ({
        statusCode,
        data: toData(byCode.get(statusCode) ?? [], null),
      }))
    }
    case 'location': {
      const byName = Map.groupBy(stats, ({ location }) => location ?? '')
      return locationsOf(byName, coverage).map((location) => ({
        runLocation: place.codeOf(location),
        servedBy: servedByOf(place.isStandIn(location)),
        data: toData(byName.get(location) ?? [], location),
      }))
    }
    default:
      return groupBy satisfies never
  }
}

/** In order, and last the runs that had no answer. */
function statusCodesOf(groups: ReadonlyMap<number | null, unknown>): (number | null)[] {
  return [...groups.keys()].toSorted((left, right) => (left ?? Infinity) - (right ?? Infinity))
}

/** A location where nothing ran is told of when something was due there: that is what coverage is for. */
function locationsOf(groups: ReadonlyMap<string, unknown>, coverage: Coverage | null): string[] {
  return [...new Set([...groups.keys(), ...(coverage?.locations() ?? [])])].toSorted()
}

function pageOf(groups: readonly RunGroupStats[], { limit, offset }: SeriesRequest): RunGroupStats[] {
  return groups.toSorted((left, right) => left.bucket - right.bucket).slice(offset, offset + limit)
}

/** What must be read for these metrics. */
export function measuredFor(metrics: readonly AnalyticsMetric[]): {
  metrics: Set<MetricName>
  percentiles: Set<MetricName>
} {
  const statistics = metrics.flatMap((metric) => (metric.kind === 'statistic' ? [metric] : []))
  const percentiles = statistics.filter(({ aggregation }) => isPercentile(aggregation))
  return {
    metrics: new Set(statistics.map(({ metric }) => metric.name)),
    percentiles: new Set(percentiles.map(({ metric }) => metric.name)),
  }
}

/** What these metrics say of a group of runs; null each when there is no group. */
export function statsRow(
  group: RunGroupStats | undefined,
  metrics: readonly AnalyticsMetric[],
): AnalyticsSeriesRow {
  const row: AnalyticsSeriesRow = {}
  const byName = new Map<MetricName, Aggregates>()
  let isApproximate = false
  for (const metric of metrics) {
    switch (metric.kind) {
      case 'availability':
        row[metric.name] = group === undefined ? null : availabilityOf(group)
        break
      case 'retries':
        row[metric.name] = group?.retries ?? null
        break
      case 'statistic': {
        const { name } = metric.metric
        const aggregates = byName.get(name) ?? createAggregates(group?.metrics.get(name))
        byName.set(name, aggregates)
        row[metric.name] = aggregates.get(metric.aggregation)
        isApproximate ||= aggregates.isApproximate && isPercentile(metric.aggregation)
        break
      }
      case 'text-statistic':
        row[metric.name] = null
        break
      case 'value':
      case 'text':
        break
      default:
        metric satisfies never
    }
  }
  return isApproximate ? { ...row, approximate: true } : row
}
