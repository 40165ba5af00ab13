import type { CheckGroup as CheckGroupSchema } from '@sonde/schema/checks/check-group.ts'
import type { CheckGroupTrigger } from '@sonde/schema/checks/check-trigger.ts'
import type { NotStarted, StartedSession } from '@sonde/schema/runs/check-session.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import type { Api } from '../api/api.ts'

export type CheckGroup = Static<typeof CheckGroupSchema>

export const pageSize = 25

export function groupsKey(accountId: string): readonly unknown[] {
  return [accountId, 'check-groups']
}

export function groupsOptions(api: Api, { search, page }: { search?: string; page?: number }) {
  return queryOptions({
    queryKey: [...groupsKey(api.accountId), 'list', search ?? '', page ?? 1],
    queryFn: ({ signal }) =>
      api.getCounted<CheckGroup[]>('/v1/check-groups', { search, page, limit: pageSize }, signal),
    placeholderData: keepPreviousData,
  })
}

export function groupOptions(api: Api, groupId: number) {
  return queryOptions({
    queryKey: [...groupsKey(api.accountId), groupId],
    queryFn: ({ signal }) => api.get<CheckGroup>(`/v1/check-groups/${groupId}`, {}, signal),
  })
}

export async function changeGroup(
  api: Api,
  groupId: number,
  change: { activated?: boolean; muted?: boolean },
): Promise<CheckGroup> {
  return await api.patch<CheckGroup>(`/v2/check-groups/${groupId}`, change)
}

export async function deleteGroup(api: Api, groupId: number): Promise<void> {
  await api.delete(`/v1/check-groups/${groupId}`)
}

export async function runChecks(
  api: Api,
  checkIds: readonly string[],
): Promise<{ sessions: StartedSession[]; notStarted: NotStarted[] }> {
  return await api.post('/v2/check-sessions/trigger', { target: { checkId: checkIds } })
}

/** Null while the group has no address. */
export function groupTriggerOptions(api: Api, groupId: number) {
  return queryOptions({
    queryKey: [...groupsKey(api.accountId), groupId, 'trigger'],
    queryFn: async ({ signal }): Promise<CheckGroupTrigger | null> => {
      try {
        return await api.get<CheckGroupTrigger>(`/v1/triggers/check-groups/${groupId}`, {}, signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}

export async function makeGroupTrigger(api: Api, groupId: number): Promise<CheckGroupTrigger> {
  return await api.post<CheckGroupTrigger>(`/v1/triggers/check-groups/${groupId}`)
}

export async function revokeGroupTrigger(api: Api, groupId: number): Promise<void> {
  await api.delete(`/v1/triggers/check-groups/${groupId}`)
}
