import type { AnalyticsSeriesRow } from '@sonde/schema/analytics/analytics.ts'
import type { CheckAlert } from '@sonde/schema/alerts/check-alert.ts'
import type { CheckOverviewRow } from '@sonde/schema/checks/check-overview.ts'
import type { CheckResult } from '@sonde/schema/check-types/check-result.ts'
import type { CheckSessionAnswer, NotStarted, StartedSession } from '@sonde/schema/runs/check-session.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { CheckVerdicts } from '@sonde/schema/checks/check-verdicts.ts'
import type { HeartbeatEvent, HeartbeatStats } from '@sonde/schema/check-types/heartbeat/heartbeat-event.ts'
import type { TimeToPage } from '@sonde/schema/checks/time-to-page.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import type { Api } from '../api/api.ts'
import type { Query } from '../api/call-service.ts'
import { factsOf, kindTypeOf } from '../check-form/kinds.ts'
import { readAttempts } from './attempts-of-run.ts'
import { intervalFor, spanFor, windowOf, type Range } from './range.ts'
import { detailFieldOf, isRunType, type ListedResult } from './result/detail-of.ts'
import type { ResultsSearch } from './search-params.ts'

/** What every type of check has; the rest differs from type to type and is shown as it is. */
export type Check = {
  id: string
  name: string
  checkType: CheckType
  activated: boolean
  muted: boolean
  groupId: number | null
  description: string | null
  tags: string[]
  locations: string[]
  privateLocations: string[] | null
  runParallel: boolean
  frequency?: number | null
  frequencyOffset?: number | null
  heartbeat?: { period: number; periodUnit: string; grace: number; graceUnit: string; pingUrl: string }
  [field: string]: unknown
}

const keyOf = (api: Api, checkId: string) => [api.accountId, 'check', checkId] as const

/** All that is shown of one check: for reading it anew. */
export const checkKey = keyOf

export const checkQuery = (api: Api, checkId: string) =>
  queryOptions({
    queryKey: [...keyOf(api, checkId), 'settings'],
    queryFn: ({ signal }) => api.get<Check>(`/v1/checks/${checkId}`, {}, signal),
  })

export const overviewQuery = (api: Api, checkId: string) =>
  queryOptions({
    queryKey: [...keyOf(api, checkId), 'overview'],
    queryFn: ({ signal }) => api.get<CheckOverviewRow>(`/v1/checks/${checkId}/overview`, {}, signal),
  })

export type Series = {
  from: string
  to: string
  series: { runLocation?: string; data: AnalyticsSeriesRow[] }[]
  metadata: Record<string, { unit: 'milliseconds' | 'score' | 'count' | 'percentage'; label: string }>
}

/** Figures are read at most so often in a minute; whoever zooms faster waits a little instead of being refused. */
const patiently = {
  retry: (failures: number, error: Error) =>
    error instanceof ApiError && error.status === 429 && failures < 3,
  retryDelay: (_: number, error: Error) =>
    error instanceof ApiError && error.retryAfterSeconds !== null
      ? (error.retryAfterSeconds + 1) * 1000
      : 5000,
}

function analyticsSegmentOf(checkType: CheckType): string {
  const type = kindTypeOf(checkType)
  if (type === undefined) throw new Error(`There are no figures of ${checkType} checks`)
  return factsOf(type).analyticsSegment
}

export type FiguresRequest = {
  checkType: CheckType
  checkId: string
  metrics: readonly string[]
  range: Range
  groupBy?: 'runLocation'
  /** In steps, not closer than so many minutes; one figure for all of the time when it is not given. */
  everyMinutes?: number
}

export const figuresQuery = (api: Api, request: FiguresRequest) => {
  const { checkType, checkId, metrics, range, groupBy, everyMinutes } = request
  return queryOptions({
    queryKey: [...keyOf(api, checkId), 'figures', { metrics, range, groupBy, everyMinutes }],
    queryFn: async ({ signal }) => {
      const window = windowOf(range, Date.now())
      const interval = everyMinutes === undefined ? undefined : intervalFor(window, everyMinutes)
      const answer = await api.get<Series>(
        `/v1/analytics/${analyticsSegmentOf(checkType)}/${checkId}`,
        {
          metrics: metrics.join(','),
          from: window.from,
          to: window.to,
          groupBy,
          aggregationInterval: interval,
          limit: 100,
        },
        signal,
      )
      return { ...answer, window, intervalMinutes: interval ?? null }
    },
    ...patiently,
    refetchInterval: refreshEvery(range),
  })
}
export type Figures = Series & { window: { from: number; to: number }; intervalMinutes: number | null }

export const verdictsQuery = (api: Api, checkId: string, range: Range) =>
  queryOptions({
    queryKey: [...keyOf(api, checkId), 'verdicts', range],
    queryFn: ({ signal }) => {
      const window = windowOf(range, Date.now())
      const query = { ...window, intervalMinutes: spanFor(window) }
      return api.get<CheckVerdicts>(`/v1/checks/${checkId}/verdicts`, query, signal)
    },
    ...patiently,
    refetchInterval: refreshEvery(range),
  })

/** A time that ends now goes on; one that has been chosen stays as it is. */
function refreshEvery(range: Range): number | false {
  if (!('preset' in range)) return false
  return range.preset === '1h' || range.preset === '3h' ? 30_000 : 60_000
}

const resultsPerPage = 25

export type ResultPage = { length: number; entries: ListedResult[]; nextId: string | null }

const listedFields = [
  'id',
  'startedAt',
  'stoppedAt',
  'runLocation',
  'responseTime',
  'hasFailures',
  'hasErrors',
  'isDegraded',
  'isCancelled',
  'overMaxResponseTime',
  'attempts',
  'resultType',
  'sequenceId',
] as const

/** Why a run did not pass is in its detail. */
function fieldsOf({ checkType }: Pick<Check, 'checkType'>): string {
  return [...listedFields, ...(isRunType(checkType) ? [detailFieldOf[checkType]] : [])].join(',')
}

export const resultsQuery = (api: Api, check: Pick<Check, 'id' | 'checkType'>, search: ResultsSearch) =>
  queryOptions({
    queryKey: [...keyOf(api, check.id), 'results', search],
    queryFn: ({ signal }) => {
      return api.get<ResultPage>(
        `/v2/check-results/${check.id}`,
        {
          limit: resultsPerPage,
          nextId: search.after,
          location: search.location,
          hasFailures: search.verdict === undefined ? undefined : search.verdict === 'failed',
          resultType: search.attempts ?? 'FINAL',
          from: search.from,
          to: search.to,
          fields: fieldsOf(check),
        },
        signal,
      )
    },
    ...patiently,
  })

export const resultQuery = (api: Api, checkId: string, resultId: string) =>
  queryOptions({
    queryKey: [...keyOf(api, checkId), 'result', resultId],
    queryFn: ({ signal }) => api.get<CheckResult>(`/v1/check-results/${checkId}/${resultId}`, {}, signal),
    // It has happened, and does not change any more.
    staleTime: Infinity,
  })

/** All attempts of a run, the first one first. */
export const attemptsQuery = (api: Api, check: Pick<Check, 'id' | 'checkType'>, result: CheckResult) =>
  queryOptions({
    queryKey: [...keyOf(api, check.id), 'attempts', result.sequenceId ?? result.id],
    queryFn: ({ signal }) =>
      readAttempts(result, (asked) =>
        api.get<ResultPage>(
          `/v2/check-results/${check.id}`,
          { limit: 100, ...asked, fields: fieldsOf(check) },
          signal,
        ),
      ),
    // A run that has ended does not change any more.
    staleTime: ({ state }) => (state.data?.isWhole === true ? Infinity : 0),
    ...patiently,
  })

export type Neighbours = { previous: string | null; next: string | null }

/** The results before and after this one. */
export const neighboursQuery = (api: Api, checkId: string, result: CheckResult) =>
  queryOptions({
    queryKey: [...keyOf(api, checkId), 'neighbours', result.id],
    queryFn: async ({ signal }): Promise<Neighbours> => {
      const startedAt = Date.parse(result.startedAt)
      const ask = (query: Query) =>
        api.get<ResultPage>(`/v2/check-results/${checkId}`, { ...query, fields: 'id' }, signal)
      const [before, after] = await Promise.all([
        ask({ to: startedAt, limit: 1 }),
        firstAfter(startedAt, ask),
      ])
      return { previous: before.entries[0]?.id ?? null, next: after }
    },
    ...patiently,
  })

/** Lists begin with the newest: the time after is looked at piece by piece, each four times as long as the one before. */
async function firstAfter(at: number, ask: (query: Query) => Promise<ResultPage>): Promise<string | null> {
  const now = Date.now()
  for (let lengthMs = 60_000; ; lengthMs *= 4) {
    const to = at + lengthMs
    const { entries } = await ask({ from: at + 1, to, limit: 100 })
    const first = entries.at(-1)
    if (first !== undefined) return first.id ?? null
    if (to > now) return null
  }
}

export type StartedRun = { sessions: StartedSession[]; notStarted: NotStarted[] }

export const startRun = (api: Api, checkId: string): Promise<StartedRun> =>
  api.post('/v2/check-sessions/trigger', { target: { checkId: [checkId] } })

export const sessionQueryOf = (api: Api, sessionId: string) =>
  queryOptions({
    queryKey: [api.accountId, 'check-session', sessionId],
    queryFn: ({ signal }) => api.get<CheckSessionAnswer>(`/v2/check-sessions/${sessionId}`, {}, signal),
  })

export const alertsPerPage = 100

export const alertsQuery = (api: Api, checkId: string, page: number) =>
  queryOptions({
    queryKey: [...keyOf(api, checkId), 'alerts', page],
    queryFn: ({ signal }) =>
      api.getCounted<CheckAlert[]>(`/v1/checks/${checkId}/alerts`, { limit: alertsPerPage, page }, signal),
  })

export const timeToPageQuery = (api: Api, checkId: string) =>
  queryOptions({
    queryKey: [...keyOf(api, checkId), 'time-to-page'],
    queryFn: ({ signal }) => api.get<TimeToPage>(`/v1/checks/${checkId}/time-to-page`, {}, signal),
  })

export type HeartbeatEvents = { events: HeartbeatEvent[]; stats: HeartbeatStats }

export const heartbeatEventsQuery = (api: Api, checkId: string, range: Range | null) =>
  queryOptions({
    queryKey: [...keyOf(api, checkId), 'events', range],
    queryFn: async ({ signal }) => {
      const window = range === null ? null : windowOf(range, Date.now())
      const query = window === null ? {} : { startTime: window.from, endTime: window.to }
      const [answer] = await api.get<HeartbeatEvents[]>(
        `/v1/checks/heartbeats/${checkId}/events`,
        query,
        signal,
      )
      return answer ?? null
    },
  })
