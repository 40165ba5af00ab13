import { minuteMs } from '@sonde/ground/durations.ts'
import {
  type AnalyticsMetric,
  type AnalyticsSeriesRow,
  isSingleValue,
} from '@sonde/schema/analytics/analytics.ts'
import type { MetricColumn } from '@sonde/schema/check-types/check-metrics.ts'
import { snapshotsOf } from '@sonde/store/checks/check-snapshots.ts'
import { type Grouping, type RunStatus, countedRuns } from '@sonde/store/results/measured-values.ts'
import { decodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { type Coverage, readCoverage } from './coverage.ts'
import { rawHorizon } from './raw-horizon.ts'
import { type AnalyticsDeps, readFigures } from './read-figures.ts'
import type { RunFigures } from './run-figures.ts'
import { type Statistics, availabilityOf, createStatistics, isPercentile } from './statistics.ts'
import { type TimeWindow, storedPart } from './time-window.ts'

export type SeriesRequest = {
  checkNo: number
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

export type Series = { runLocation?: string; statusCode?: number | null; data: AnalyticsSeriesRow[] }

/** Figures of one check, as they are asked for. */
export async function readSeries(deps: AnalyticsDeps, request: SeriesRequest): Promise<Series[]> {
  return request.metrics.some(isSingleValue)
    ? [{ data: await readRuns(deps, request) }]
    : await readAggregated(deps, request)
}

/** One row for each run, newest first. Only runs whose results are kept have one. */
async function readRuns(deps: AnalyticsDeps, request: SeriesRequest): Promise<AnalyticsSeriesRow[]> {
  const { checkNo, metrics, status, limit, offset } = request
  const now = deps.clock.now()
  const window = storedPart(request.window, { now, ...deps })
  const from = Math.max(window.from, rawHorizon(now, deps.rawRetentionDays))
  const scope = { checkNos: [checkNo], from, to: window.to, status }
  const runs = await countedRuns(deps.store.read, scope, { limit, offset })
  const hasTexts = metrics.some(({ kind }) => kind === 'text')
  const detailOf = hasTexts ? await createDetailReader(deps, checkNo, runs) : () => null
  return runs.map((run) => {
    const row: AnalyticsSeriesRow = {
      startedAt: new Date(run.startedAt).toISOString(),
      runLocation: run.location,
    }
    const detail = detailOf(run)
    for (const metric of metrics) {
      if (metric.kind === 'value') row[metric.name] = run[metric.metric.column]
      if (metric.kind === 'text') row[metric.name] = metric.metric.valueOf(detail)
    }
    return row
  })
}

async function createDetailReader(
  { store }: AnalyticsDeps,
  checkNo: number,
  runs: readonly ResultRow[],
): Promise<(run: ResultRow) => unknown> {
  const numbers = runs.map(({ snapshot }) => snapshot)
  const snapshots = await snapshotsOf(store.read, checkNo, numbers)
  return (run) => decodeDetail(run.detail, run, snapshots.get(run.snapshot)?.config)
}

async function readAggregated(deps: AnalyticsDeps, request: SeriesRequest): Promise<Series[]> {
  const { checkNo, window, metrics, status, groupBy, intervalMs } = request
  const originAt = window.from - (window.from % minuteMs)
  const buckets = intervalMs === null ? null : { originAt, widthMs: intervalMs }
  const figures = await readFigures(deps, {
    checkNos: [checkNo],
    window,
    status,
    grouping: { by: groupBy, buckets },
    ...columnsOf(metrics),
  })
  // A run that was due and never measured has no status code, by which its absence could be told.
  const isCoverageTold = groupBy !== 'statusCode' && metrics.some(({ kind }) => kind === 'availability')
  const coverage = isCoverageTold ? await readCoverage(deps, { checkNo, window }) : null
  const toRow = (group: RunFigures | undefined, location: string | null): AnalyticsSeriesRow => {
    const startAt = originAt + (group?.bucket ?? 0) * (intervalMs ?? 0)
    const part =
      intervalMs === null
        ? window
        : { from: Math.max(startAt, window.from), to: Math.min(startAt + intervalMs, window.to) }
    return {
      ...(intervalMs === null ? {} : { startTime: new Date(startAt).toISOString() }),
      ...figuresRow(group, metrics),
      ...(coverage === null ? {} : { coverage: coverage.of(part, location) }),
    }
  }
  const toData = (groups: readonly RunFigures[], location: string | null) =>
    (intervalMs === null ? [groups[0]] : pageOf(groups, request)).map((group) => toRow(group, location))
  switch (groupBy) {
    case null:
      return [{ data: toData(figures, null) }]
    case 'statusCode': {
      const byCode = Map.groupBy(figures, ({ statusCode }) => statusCode)
      return statusCodesOf(byCode).map((statusCode) => ({
        statusCode,
        data: toData(byCode.get(statusCode) ?? [], null),
      }))
    }
    case 'location': {
      const byName = Map.groupBy(figures, ({ location }) => location ?? '')
      return locationsOf(byName, coverage).map((runLocation) => ({
        runLocation,
        data: toData(byName.get(runLocation) ?? [], runLocation),
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

function pageOf(groups: readonly RunFigures[], { limit, offset }: SeriesRequest): RunFigures[] {
  return groups.toSorted((left, right) => left.bucket - right.bucket).slice(offset, offset + limit)
}

/** The columns that these metrics are made of. */
export function columnsOf(metrics: readonly AnalyticsMetric[]): {
  columns: Set<MetricColumn>
  percentileColumns: Set<MetricColumn>
} {
  const statistics = metrics.flatMap((metric) => (metric.kind === 'statistic' ? [metric] : []))
  const percentiles = statistics.filter(({ aggregation }) => isPercentile(aggregation))
  return {
    columns: new Set(statistics.map(({ metric }) => metric.column)),
    percentileColumns: new Set(percentiles.map(({ metric }) => metric.column)),
  }
}

/** What these metrics say of a group of runs; null each when there is no group. */
export function figuresRow(
  group: RunFigures | undefined,
  metrics: readonly AnalyticsMetric[],
): AnalyticsSeriesRow {
  const row: AnalyticsSeriesRow = {}
  const byColumn = new Map<MetricColumn, Statistics>()
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
        const { column } = metric.metric
        const statistics = byColumn.get(column) ?? createStatistics(group?.metrics.get(column))
        byColumn.set(column, statistics)
        row[metric.name] = statistics.get(metric.aggregation)
        isApproximate ||= statistics.isApproximate && isPercentile(metric.aggregation)
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
