import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { noVerdicts, type TargetVerdict, type VerdictCounts } from '@sonde/schema/runs/verdict.ts'
import { isPingedType, kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { type MetricName, metricsOf } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { heartbeatLengths, heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import { type AccountCheck, accountChecks } from '@sonde/store/checks/account-checks.ts'
import { heartbeatTally } from '@sonde/store/heartbeats/heartbeat-tally.ts'
import type { MeasuredCheck } from '@sonde/store/results/measured-values.ts'
import {
  type LastValues,
  type LateTally,
  lastValues,
  storedSince,
} from '@sonde/store/results/stored-lately.ts'
import { pingCounts } from '../ping-counts.ts'
import type { AnalyticsDeps } from '../read-run-stats.ts'
import { type ScrapePlace, type ScrapePlaces, createScrapePlaces } from './scrape-places.ts'
import { type Histogram, addToHistogram, createHistogram } from './histogram.ts'
import { type HistogramFamily, histogramFamilies } from './histogram-families.ts'

/** All that is told of one check, small enough that those of a large account fit into memory. */
export type GatheredCheck = {
  /** Of every series; those of single places add a label. */
  labels: string
  status: TargetVerdict | null
  results: readonly { place: ScrapePlace | null; counts: Pick<VerdictCounts, TargetVerdict> }[]
  histograms: readonly {
    family: HistogramFamily
    type: string
    place: ScrapePlace | null
    histogram: Histogram
  }[]
  /** Of each place. */
  last: readonly LastOfPlace[]
  checkType: CheckType
  heartbeat: { lastSuccessAt: number | null; periodMs: number } | null
  certificate: { domain: string; secondsLeft: number } | null
}

export type LastOfPlace = LastValues & { place: ScrapePlace }

export type GatherRequest = {
  accountId: string
  byLocation: boolean
  withAttempts: boolean
  /** Whether what each check found last is told of all of them, and not only where no count tells it. */
  lastOfAll: boolean
  labelsOf(account: AccountCheck): string
  /** Of every check, while it is at hand. */
  onCheck(account: AccountCheck): void
}

const minutesOfHour = 60
/** So few that reading their hour keeps nobody waiting: a database of one file answers on this thread. */
const checksPerQuestion = 100
/** Of which Prometheus is told what the last run found. */
const lastMetrics: readonly MetricName[] = ['packetLoss', 'daysUntilExpiry']

/**
 * What was stored since the beginning of this hour, at which counting starts anew: like this every server says
 * the same, whenever it was started.
 */
export async function gatherChecks(deps: AnalyticsDeps, request: GatherRequest): Promise<GatheredCheck[]> {
  const now = deps.clock.now()
  const hour = now - (now % hourMs)
  const places = await createScrapePlaces(deps.standIns)
  const gathered: GatheredCheck[] = []
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const page = await accountChecks(deps.store.read, {
      accountId: request.accountId,
      before,
      limit: checksPerQuestion,
    })
    gathered.push(...(await gatherPage(deps, page, request, { now, hour, places })))
    const last = page.at(-1)
    if (last === undefined || page.length < checksPerQuestion) return gathered
    before = last.no
    await nextTurn()
  }
}

async function gatherPage(
  { store }: AnalyticsDeps,
  page: readonly AccountCheck[],
  request: GatherRequest,
  { now, hour, places }: { now: number; hour: number; places: ScrapePlaces },
): Promise<GatheredCheck[]> {
  const tallies = await storedSince(store.read, {
    checks: page.map(toMeasuredCheck),
    since: hour,
    byLocation: request.byLocation,
    withAttempts: request.withAttempts,
    metrics: histogramMetricsOf(page),
  })
  const talliesOf = Map.groupBy(tallies, ({ checkNo }) => checkNo)
  const lastOf = await readLast(
    store.read,
    page.filter(({ check }) => request.lastOfAll || lastMetrics.some((name) => hasMetric(check, name))),
    now,
  )
  const pings = await heartbeatTally(store.read, {
    checkIds: page.flatMap(({ check }) => (isPingedType(check.checkType) ? [check.id] : [])),
    from: hour,
    to: now + hourMs,
  })
  const pingsOf = Map.groupBy(pings, ({ checkId }) => checkId)
  return page.map((account) => {
    request.onCheck(account)
    const { check } = account
    const ofCheck = places.groupBy(talliesOf.get(account.no) ?? []).map(addTallies)
    const last = places.groupBy(lastOf.get(account.no) ?? []).flatMap(({ place, rows }) => {
      const newest = newestOf(rows)
      return place === null || newest === null ? [] : [{ ...newest, place }]
    })
    return {
      labels: request.labelsOf(account),
      checkType: check.checkType,
      status: account.status,
      results: isPingedType(check.checkType)
        ? [{ place: null, counts: pingCounts(pingsOf.get(check.id) ?? []) }]
        : ofCheck.length === 0 && !request.byLocation
          ? [noResults]
          : ofCheck.map(({ place, counts }) => ({ place, counts })),
      histograms: ofCheck.flatMap((tally) => toHistograms(check.checkType, tally)),
      last,
      heartbeat: isPingedType(check.checkType) ? heartbeatStats(account) : null,
      certificate: certificateOf(account, last, now),
    }
  })
}

/** Checks that run once a day have their last run further back than those of every minute. */
async function readLast(
  db: AnalyticsDeps['store']['read'],
  accounts: readonly AccountCheck[],
  now: number,
): Promise<Map<number, LastValues[]>> {
  const { often = [], seldom = [] } = Object.groupBy(accounts, ({ check }) =>
    (check.frequency ?? 0) < minutesOfHour ? 'often' : 'seldom',
  )
  const values = [
    ...(await lastValues(db, {
      checks: often.map(toMeasuredCheck),
      since: now - 2 * hourMs,
      metrics: lastMetrics,
    })),
    ...(await lastValues(db, {
      checks: seldom.map(toMeasuredCheck),
      since: now - 2 * dayMs,
      metrics: lastMetrics,
    })),
  ]
  return Map.groupBy(values, ({ checkNo }) => checkNo)
}

function toMeasuredCheck({ no, check }: AccountCheck): MeasuredCheck {
  return { checkNo: no, checkType: check.checkType }
}

function hasMetric({ checkType }: { checkType: CheckType }, name: MetricName): boolean {
  return metricsOf(checkType).some((metric) => metric.name === name)
}

const noResults = { place: null, counts: noVerdicts() }

type PlaceTally = Pick<LateTally, 'values'> & {
  place: ScrapePlace | null
  counts: Pick<VerdictCounts, TargetVerdict>
}

/** What was stored of all locations that are one place. */
function addTallies({ place, rows }: { place: ScrapePlace | null; rows: readonly LateTally[] }): PlaceTally {
  const counts = { passed: 0, degraded: 0, failed: 0 }
  const values = new Map<MetricName, number[]>()
  for (const row of rows) {
    counts.passed += row.passed
    counts.degraded += row.degraded
    counts.failed += row.failed
    for (const [name, list] of row.values) values.set(name, [...(values.get(name) ?? []), ...list])
  }
  return { place, counts, values }
}

function histogramMetricsOf(page: readonly AccountCheck[]): MetricName[] {
  const types = new Set(page.map(({ check }) => check.checkType))
  const names = [...types].flatMap(familiesOf).flatMap(({ series }) => series.map(({ metric }) => metric))
  return [...new Set(names)]
}

function familiesOf(checkType: CheckType): HistogramFamily[] {
  return histogramFamilies.filter((family) => family.checkType === checkType)
}

function toHistograms(checkType: CheckType, { place, values }: PlaceTally): GatheredCheck['histograms'] {
  return familiesOf(checkType).flatMap((family) =>
    family.series.flatMap(({ type, metric, factor }) => {
      const measured = values.get(metric) ?? []
      if (measured.length === 0) return []
      const histogram = createHistogram(family.bounds)
      addToHistogram(histogram, measured, { bounds: family.bounds, factor })
      return [{ family, type, place, histogram }]
    }),
  )
}

function heartbeatStats({ check, lastPingAt }: AccountCheck): GatheredCheck['heartbeat'] {
  return { lastSuccessAt: lastPingAt, periodMs: heartbeatLengths(heartbeatOf(check.config)).periodMs }
}

function certificateOf(
  { check, sslNotAfterAt }: AccountCheck,
  last: readonly LastValues[],
  now: number,
): GatheredCheck['certificate'] {
  const run = kindOf(check.checkType).run
  if (hasMetric(check, 'daysUntilExpiry')) {
    const days = newestOf(last)?.metrics.daysUntilExpiry ?? null
    if (days === null) return null
    return { domain: run?.targetOf(check.config) ?? '', secondsLeft: (days * dayMs) / 1000 }
  }
  if (sslNotAfterAt === null) return null
  const domain = run?.certificate?.domainOf(check.config) ?? ''
  return { domain, secondsLeft: (sslNotAfterAt - now) / 1000 }
}

export function newestOf<Values extends LastValues>(last: readonly Values[]): Values | null {
  return last.reduce<Values | null>(
    (newest, values) => (newest === null || values.startedAt > newest.startedAt ? values : newest),
    null,
  )
}
