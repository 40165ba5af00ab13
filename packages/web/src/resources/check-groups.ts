import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { formBody } from '../api/form-body.ts'
import { nameOrGone } from '../api/name-or-gone.ts'
import type { Answer } from '../api/operation.ts'
import { pageAfter, pageSize } from '../api/pages.ts'
import type { FormValue } from '../schema-form/value-at.ts'

export type CheckGroup = Answer<'GET /v1/check-groups/{id}'>
export type CheckGroupTrigger = Answer<'GET /v1/triggers/check-groups/{groupId}'>

/** Begins the keys of all that is read here, behind the account. */
export const groupsKey = ['check-groups'] as const

export const groupsPerPage = 25

export function groupsQuery(api: Api, { search, page }: { search?: string; page?: number }) {
  return queryOptions({
    queryKey: [api.accountId, ...groupsKey, 'list', search ?? '', page ?? 1],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/check-groups', { query: { search, page, limit: groupsPerPage }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** All of them, page by page, as far as somebody asks for them. */
export function groupPagesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, ...groupsKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /v1/check-groups', { query: { limit: pageSize, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    staleTime: 30_000,
  })
}

/** The groups whose name holds the text. */
export function groupSearchQuery(api: Api, search: string) {
  return queryOptions({
    queryKey: [api.accountId, ...groupsKey, 'search', search],
    queryFn: ({ signal }) => searchGroups(api, { search, limit: 20 }, signal),
    placeholderData: keepPreviousData,
  })
}

export function searchGroups(
  api: Api,
  query: { search: string; limit: number },
  signal: AbortSignal,
): Promise<CheckGroup[]> {
  return api.call('GET /v1/check-groups', { query, signal })
}

export function groupQuery(api: Api, groupId: number) {
  return queryOptions({
    queryKey: [api.accountId, ...groupsKey, groupId],
    queryFn: ({ signal }) => api.call('GET /v1/check-groups/{id}', { params: { id: groupId }, signal }),
  })
}

/** The name of a group of which only the id is known; null when it is gone. */
export function groupNameQuery(api: Api, groupId: number) {
  return queryOptions({
    queryKey: [api.accountId, ...groupsKey, groupId, 'name'],
    queryFn: ({ signal }) =>
      nameOrGone(api.call('GET /v1/check-groups/{id}', { params: { id: groupId }, signal })),
    staleTime: 60_000,
  })
}

export function groupToEditQuery(api: Api, groupId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'group-to-edit', groupId],
    queryFn: ({ signal }) => api.call('GET /v1/check-groups/{id}', { params: { id: groupId }, signal }),
    // A form begins with what is stored now, and is then left alone while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function createGroup(api: Api, group: FormValue, autoAssignAlerts: boolean): Promise<CheckGroup> {
  return api.call('POST /v2/check-groups', { query: { autoAssignAlerts }, body: formBody(group) })
}

export function updateGroup(api: Api, groupId: string, changes: FormValue): Promise<CheckGroup> {
  return api.call('PATCH /v2/check-groups/{id}', { params: { id: groupId }, body: formBody(changes) })
}

export function switchGroup(
  api: Api,
  groupId: number,
  change: { activated?: boolean; muted?: boolean },
): Promise<CheckGroup> {
  return api.call('PATCH /v2/check-groups/{id}', { params: { id: groupId }, body: change })
}

export async function deleteGroup(api: Api, groupId: number): Promise<void> {
  await api.call('DELETE /v1/check-groups/{id}', { params: { id: groupId } })
}

/** Null while the group has no address. */
export function groupTriggerQuery(api: Api, groupId: number) {
  return queryOptions({
    queryKey: [api.accountId, ...groupsKey, groupId, 'trigger'],
    queryFn: async ({ signal }): Promise<CheckGroupTrigger | null> => {
      const [trigger] = await api.call('GET /v1/triggers/check-groups', {
        query: { groupId: String(groupId) },
        signal,
      })
      return trigger ?? null
    },
  })
}

/** A group has one at most: if there is one, it gets these hosts and stays as it is otherwise. */
export function writeGroupTrigger(
  api: Api,
  groupId: number,
  change: { allowedHosts?: string[] } = {},
): Promise<CheckGroupTrigger> {
  return api.call('POST /v1/triggers/check-groups/{groupId}', { params: { groupId }, body: change })
}

export async function revokeGroupTrigger(api: Api, groupId: number): Promise<void> {
  await api.call('DELETE /v1/triggers/check-groups/{groupId}', { params: { groupId } })
}
