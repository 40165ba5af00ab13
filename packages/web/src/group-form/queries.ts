import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { FormValue } from '../schema-form/value-at.ts'

/** A group as its form knows it. */
export type StoredGroup = FormValue & { id: number; name: string }

export function groupQuery(api: Api, groupId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'group-to-edit', groupId],
    queryFn: ({ signal }) => api.get<StoredGroup>(`/v1/check-groups/${groupId}`, {}, signal),
    // A form begins with what is stored now, and is then left alone while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function createGroup(api: Api, body: FormValue, autoAssignAlerts: boolean): Promise<StoredGroup> {
  return api.post('/v2/check-groups', body, { autoAssignAlerts })
}

export function updateGroup(api: Api, groupId: string, changes: FormValue): Promise<StoredGroup> {
  return api.patch(`/v2/check-groups/${groupId}`, changes)
}
