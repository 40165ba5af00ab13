import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'
import { retryRateLimited } from '../api/retry-rules.ts'
import { kindOf, type AnalyticsSegment } from '../check-types/kind-facts.ts'
import { intervalFor, refreshEvery, spanFor, windowBefore, windowOf, type Range } from '../parts/range.ts'
import { checkKey } from './checks.ts'

export type CheckVerdicts = Answer<'GET /v1/checks/{id}/verdicts'>
export type TimeToPage = Answer<'GET /v1/checks/{id}/time-to-page'>

type StatsAnswer = Answer<`GET /v1/analytics/${AnalyticsSegment}/{id}`>
export type StatsRow = StatsAnswer['series'][number]['data'][number]

/** Stats of a time, and how it was cut into steps. */
export type Stats = StatsAnswer & {
  window: { from: number; to: number }
  intervalMinutes: number | null
}

export type StatsRequest = {
  checkType: CheckType
  checkId: string
  metrics: readonly string[]
  range: Range
  groupBy?: 'runLocation'
  /** In steps, not closer than so many minutes; one value for all of the time when it is not given. */
  everyMinutes?: number
  /** Of the time before the range, which is as long. */
  isBefore?: true
}

export function statsQuery(api: Api, request: StatsRequest) {
  const { checkType, checkId, metrics, range, groupBy, everyMinutes, isBefore } = request
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'stats', { metrics, range, groupBy, everyMinutes, isBefore }],
    queryFn: async ({ signal }): Promise<Stats> => {
      const window = (isBefore === true ? windowBefore : windowOf)(range, Date.now())
      const interval = everyMinutes === undefined ? undefined : intervalFor(window, everyMinutes)
      const answer = await api.call(`GET /v1/analytics/${segmentOf(checkType)}/{id}`, {
        params: { id: checkId },
        query: { metrics, ...window, groupBy, aggregationInterval: interval, limit: 100 },
        signal,
      })
      return { ...answer, window, intervalMinutes: interval ?? null }
    },
    ...retryRateLimited,
    refetchInterval: refreshEvery(range),
  })
}

function segmentOf(checkType: CheckType): AnalyticsSegment {
  const kind = kindOf(checkType)
  if (kind === undefined) throw new Error(`There are no stats of ${checkType} checks`)
  return kind.analyticsSegment
}

export function verdictsQuery(api: Api, checkId: string, range: Range) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'verdicts', range],
    queryFn: ({ signal }) => {
      const window = windowOf(range, Date.now())
      const query = { ...window, intervalMinutes: spanFor(window) }
      return api.call('GET /v1/checks/{id}/verdicts', { params: { id: checkId }, query, signal })
    },
    ...retryRateLimited,
    refetchInterval: refreshEvery(range),
  })
}

export function timeToPageQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'time-to-page'],
    queryFn: ({ signal }) =>
      api.call('GET /v1/checks/{id}/time-to-page', { params: { id: checkId }, signal }),
  })
}
