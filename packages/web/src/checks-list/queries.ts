import type { BulkEdit, BulkEditAnswer } from '@sonde/schema/checks/bulk-edit.ts'
import type { CheckOverview } from '@sonde/schema/checks/check-overview.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Query } from '../api/call-service.ts'

/** Begins the keys of all that shows checks of the account in lists. */
export function overviewKey(accountId: string): readonly unknown[] {
  return [accountId, 'check-overview']
}

/** One page of checks. The live stream keeps it up to date: reading it anew is for what the stream does not tell. */
export function overviewOptions(api: Api, query: Query) {
  return queryOptions({
    queryKey: [...overviewKey(api.accountId), query],
    queryFn: ({ signal }) => api.get<CheckOverview>('/v1/check-overview', query, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    // While no list was shown, nobody listened to the stream: what is kept may be of any age.
    staleTime: 0,
  })
}

/** How many there are of each, with as little else as the API can be asked for. */
export function countsOptions(api: Api, query: Query) {
  return queryOptions({
    queryKey: [api.accountId, 'check-counts', query],
    queryFn: async ({ signal }): Promise<Pick<CheckOverview, 'counts' | 'total' | 'mutedCount'>> => {
      const least = { ...query, limit: 1, page: 1 }
      const { counts, total, mutedCount } = await api.get<CheckOverview>('/v1/check-overview', least, signal)
      return { counts, total, mutedCount }
    },
    staleTime: 0,
    gcTime: 0,
  })
}

export type TagInUse = { tag: string; checks: number }

export function tagOptions(api: Api, search: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-tags', search],
    queryFn: ({ signal }) => api.get<TagInUse[]>('/v1/check-tags', { search }, signal),
    placeholderData: keepPreviousData,
  })
}

export type GroupInList = { id: number; name: string }

export function groupOptions(api: Api, search: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-groups', 'search', search],
    queryFn: ({ signal }) => api.get<GroupInList[]>('/v1/check-groups', { search, limit: 20 }, signal),
    placeholderData: keepPreviousData,
  })
}

export function groupNameOptions(api: Api, groupId: number) {
  return queryOptions({
    queryKey: [api.accountId, 'check-groups', groupId],
    queryFn: ({ signal }) => api.get<GroupInList>(`/v1/check-groups/${groupId}`, {}, signal),
  })
}

export async function editChecks(api: Api, edit: BulkEdit): Promise<BulkEditAnswer> {
  return await api.post<BulkEditAnswer>('/v1/checks/bulk-edit', edit)
}
