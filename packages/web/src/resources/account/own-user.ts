import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer, Body } from '../../api/operation.ts'

export type OwnUserChange = Body<'PATCH /v1/users/me'>

/** Begins the keys of the own sessions, behind the account. */
export const ownSessionsKey = ['own-sessions'] as const

export function sessionsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...ownSessionsKey],
    queryFn: ({ signal }) => api.call('GET /v1/users/me/sessions', { signal }),
  })
}

export function changeOwnUser(api: Api, change: OwnUserChange): Promise<Answer<'PATCH /v1/users/me'>> {
  return api.call('PATCH /v1/users/me', { body: change })
}

export async function changeOwnPassword(api: Api, change: Body<'PUT /v1/users/me/password'>): Promise<void> {
  await api.call('PUT /v1/users/me/password', { body: change })
}

export async function endSession(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/users/me/sessions/{id}', { params: { id } })
}

export async function endOtherSessions(api: Api): Promise<void> {
  await api.call('DELETE /v1/users/me/sessions')
}
