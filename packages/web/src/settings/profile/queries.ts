import type { UserSession } from '@sonde/schema/accounts/session.ts'
import type { OwnUser } from '@sonde/schema/accounts/user.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

export function sessionsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'own-sessions'],
    queryFn: ({ signal }) => api.get<UserSession[]>('/v1/users/me/sessions', {}, signal),
  })
}

export type OwnUserChange = { name?: string; email?: string; currentPassword?: string }

export function changeOwnUser(api: Api, change: OwnUserChange): Promise<OwnUser> {
  return api.patch('/v1/users/me', change)
}

export function changeOwnPassword(
  api: Api,
  change: { currentPassword: string; newPassword: string },
): Promise<unknown> {
  return api.put('/v1/users/me/password', change)
}

export function endSession(api: Api, id: string): Promise<void> {
  return api.delete(`/v1/users/me/sessions/${id}`)
}

export function endOtherSessions(api: Api): Promise<void> {
  return api.delete('/v1/users/me/sessions')
}
