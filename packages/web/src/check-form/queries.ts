import type { CheckTry } from '@sonde/schema/runs/trial-run.ts'
import type { CheckKindType } from '@sonde/schema/check-types/check-kinds.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { factsOf } from './kinds.ts'
import { isEnded } from './try-end.ts'

const pageSize = 100
const tryWaitSeconds = 10

/** A check as its form knows it: the fields of its schema, and what tells it apart. */
export type StoredCheck = FormValue & { id: string; name: string; checkType: string }

export function checkQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-to-edit', checkId],
    queryFn: ({ signal }) => api.get<StoredCheck>(`/v1/checks/${checkId}`, {}, signal),
    // A form begins with what is stored now, and is then left alone while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function createCheck(
  api: Api,
  {
    checkType,
    body,
    autoAssignAlerts,
  }: { checkType: CheckKindType; body: FormValue; autoAssignAlerts: boolean },
): Promise<StoredCheck> {
  return api.post(`/v1/checks/${factsOf(checkType).segment}`, body, { autoAssignAlerts })
}

export function updateCheck(
  api: Api,
  { checkType, checkId, changes }: { checkType: CheckKindType; checkId: string; changes: FormValue },
): Promise<StoredCheck> {
  return api.patch(`/v1/checks/${factsOf(checkType).segment}/${checkId}`, changes)
}

export function startTry(api: Api, body: FormValue): Promise<{ id: string }> {
  return api.post('/v1/checks/try', body)
}

export function tryQuery(api: Api, tryId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-tries', tryId],
    queryFn: ({ signal }) =>
      api.get<CheckTry>(`/v1/check-tries/${tryId}`, { maxWaitSeconds: tryWaitSeconds }, signal),
    // Each answer that is not the last one asks for the next: the server waits, not the browser.
    refetchInterval: ({ state }) => (isEnded(state.data) || state.status === 'error' ? false : 100),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function locationsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'locations'],
    queryFn: ({ signal }) => api.get<{ region: string; name: string }[]>('/v1/locations', {}, signal),
    staleTime: 60_000,
  })
}

export function privateLocationsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'private-locations', 'names'],
    queryFn: ({ signal }) =>
      api.get<{ id: string; name: string; slugName: string }[]>('/v1/private-locations', {}, signal),
    staleTime: 60_000,
  })
}

/** Where a new check begins: the first data center, or else the first private location, that an agent serves. */
export function startPlaceQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'locations', 'start-place'],
    queryFn: async ({ signal }): Promise<FormValue> => {
      const [dataCenter] = await api.get<{ region: string }[]>('/v1/locations', {}, signal)
      if (dataCenter !== undefined) return { locations: [dataCenter.region] }
      const own = await api.get<{ slugName: string; agentCount: number }[]>(
        '/v1/private-locations',
        {},
        signal,
      )
      const served = own.find(({ agentCount }) => agentCount > 0)
      return served === undefined ? {} : { privateLocations: [served.slugName] }
    },
  })
}

export function tagsQuery(api: Api, search: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-tags', search],
    queryFn: ({ signal }) =>
      api.get<{ tag: string; checks: number }[]>('/v1/check-tags', { search, limit: 20 }, signal),
    staleTime: 30_000,
  })
}

/** A list that is read page by page, as far as somebody asks for it. */
export function pagedQuery<Item>(api: Api, name: string) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, name, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.get<Item[]>(`/v1/${name}`, { limit: pageSize, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: (last: Item[], _all, page: number) => (last.length < pageSize ? undefined : page + 1),
    staleTime: 30_000,
  })
}

export type NamedChannel = {
  id: number
  type: string
  config?: { name?: unknown; address?: unknown; url?: unknown }
}

export function groupNameQuery(api: Api, groupId: number) {
  return queryOptions({
    queryKey: [api.accountId, 'check-groups', groupId, 'name'],
    queryFn: ({ signal }) => api.get<{ id: number; name: string }>(`/v1/check-groups/${groupId}`, {}, signal),
    staleTime: 60_000,
  })
}

export function servicesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'status-page-services', 'all'],
    queryFn: ({ signal }) =>
      api.get<{ id: string; name: string }[]>('/v1/status-pages/services', { paginated: false }, signal),
    staleTime: 30_000,
  })
}

export function certificatesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'client-certificates', 'names'],
    queryFn: ({ signal }) => api.get<{ id: string; host: string }[]>('/v1/client-certificates', {}, signal),
    staleTime: 30_000,
  })
}
