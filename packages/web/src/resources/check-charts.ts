import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'
import { retryRateLimited } from '../api/retry-rules.ts'
import { refreshEvery, windowOf, type Range, type TimeWindow } from '../parts/range.ts'
import { checkKey } from './checks.ts'

export type CheckDistribution = Answer<'GET /v1/checks/{id}/distribution'>
export type CheckDays = Answer<'GET /v1/checks/{id}/days'>
export type CheckDay = CheckDays['days'][number]
export type CheckAnnotations = Answer<'GET /v1/checks/{id}/annotations'>

/** Every run of a time, as long as there are not too many. */
export type CheckRuns = Answer<'GET /v1/checks/{id}/runs'> & { window: TimeWindow }
export type RunSeries = CheckRuns['series'][number]

const askForFirstRunMs = 5000

/** From when to when there is data. Asked again until there is any. */
export function extentQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'extent'],
    queryFn: ({ signal }) => api.call('GET /v1/checks/{id}/extent', { params: { id: checkId }, signal }),
    refetchInterval: ({ state }) => (state.data?.firstAt === null ? askForFirstRunMs : false),
    ...retryRateLimited,
  })
}

export function runsQuery(api: Api, checkId: string, range: Range) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'runs', range],
    queryFn: async ({ signal }): Promise<CheckRuns> => {
      const window = windowOf(range, Date.now())
      const params = { id: checkId }
      return {
        ...(await api.call('GET /v1/checks/{id}/runs', { params, query: window, signal })),
        window,
      }
    },
    ...retryRateLimited,
    refetchInterval: refreshEvery(range),
  })
}

/** How long the steps of its runs took. */
export type StepTimes = Answer<'GET /v1/checks/{id}/step-times'> & { window: TimeWindow }

export function stepTimesQuery(api: Api, checkId: string, range: Range) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'step-times', range],
    queryFn: async ({ signal }): Promise<StepTimes> => {
      const window = windowOf(range, Date.now())
      const params = { id: checkId }
      return {
        ...(await api.call('GET /v1/checks/{id}/step-times', { params, query: window, signal })),
        window,
      }
    },
    ...retryRateLimited,
    refetchInterval: refreshEvery(range),
  })
}

export function annotationsQuery(api: Api, checkId: string, range: Range) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'annotations', range],
    queryFn: ({ signal }) => {
      const query = windowOf(range, Date.now())
      return api.call('GET /v1/checks/{id}/annotations', { params: { id: checkId }, query, signal })
    },
    ...retryRateLimited,
    refetchInterval: refreshEvery(range),
  })
}

export function distributionQuery(api: Api, checkId: string, range: Range) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'distribution', range],
    queryFn: ({ signal }) => {
      const query = windowOf(range, Date.now())
      return api.call('GET /v1/checks/{id}/distribution', { params: { id: checkId }, query, signal })
    },
    ...retryRateLimited,
    refetchInterval: refreshEvery(range),
  })
}

const daysRefreshMs = 10 * 60_000

/** The days of the calendar of the viewer. */
export function daysQuery(api: Api, checkId: string, days: number) {
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions()
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'days', { days, timezone }],
    queryFn: ({ signal }) =>
      api.call('GET /v1/checks/{id}/days', { params: { id: checkId }, query: { days, timezone }, signal }),
    ...retryRateLimited,
    refetchInterval: daysRefreshMs,
  })
}
