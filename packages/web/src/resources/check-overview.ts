import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer, Query } from '../api/operation.ts'

/** One page of the checks of an account, with how they are. */
export type CheckOverview = Answer<'GET /v1/check-overview'>
export type OverviewFilter = Query<'GET /v1/check-overview'>
export type CheckOverviewRow = Answer<'GET /v1/checks/{id}/overview'>
export type OverviewHour = CheckOverviewRow['hours'][number]
export type LastResult = NonNullable<CheckOverviewRow['lastResult']>
/** What is above the list. */
export type OverviewSummary = Answer<'GET /v1/check-overview/summary'>
/** The heads of a list that is grouped. */
export type OverviewGroups = Answer<'GET /v1/check-overview/groups'>
export type OverviewGroup = OverviewGroups['groups'][number]
export type OverviewGroupsFilter = Query<'GET /v1/check-overview/groups'>
/** What is said of all checks that match. */
export type OverviewSums = Pick<CheckOverview, 'total' | 'counts' | 'mutedCount'>
export type OverviewSort = NonNullable<OverviewFilter['sort']>

/** Begins the keys of all that shows checks of the account in lists, behind the account. */
export const overviewKey = ['check-overview'] as const

/** One page of checks. The live stream keeps it up to date: reading it anew is for what the stream does not tell. */
export function overviewQuery(api: Api, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [api.accountId, ...overviewKey, filter],
    queryFn: ({ signal }) => readOverview(api, filter, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    // While no list was shown, nobody listened to the stream: what is kept may be of any age.
    staleTime: 0,
  })
}

/** Begins with the key of lists: what changes them changes their heads. */
export function overviewGroupsQuery(api: Api, filter: OverviewGroupsFilter) {
  return queryOptions({
    queryKey: [api.accountId, ...overviewKey, 'groups', filter],
    queryFn: ({ signal }) => api.call('GET /v1/check-overview/groups', { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: 0,
  })
}

export function readOverview(api: Api, filter: OverviewFilter, signal: AbortSignal): Promise<CheckOverview> {
  return api.call('GET /v1/check-overview', { query: filter, signal })
}

const summaryEveryMs = 60_000

/** Begins with its own key: a page of the list that is read anew does not read it, too. */
export const summaryKey = (api: Pick<Api, 'accountId'>) => [api.accountId, 'check-overview-summary'] as const

export function summaryQuery(api: Api) {
  return queryOptions({
    queryKey: summaryKey(api),
    queryFn: ({ signal }) => api.call('GET /v1/check-overview/summary', { signal }),
    refetchInterval: summaryEveryMs,
  })
}

/** How many there are of each, with as little else as the API can be asked for. */
export function countsQuery(api: Api, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [api.accountId, 'check-counts', filter],
    queryFn: async ({ signal }): Promise<Pick<CheckOverview, 'counts' | 'total' | 'mutedCount'>> => {
      const { counts, total, mutedCount } = await readOverview(api, { ...filter, limit: 1, page: 1 }, signal)
      return { counts, total, mutedCount }
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** The checks whose name or target holds the text, by name. */
export async function searchChecks(
  api: Api,
  { search, limit }: { search: string; limit: number },
  signal: AbortSignal,
): Promise<CheckOverviewRow[]> {
  const { checks } = await readOverview(api, { search, sort: 'name', limit }, signal)
  return checks
}
