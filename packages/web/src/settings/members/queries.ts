import type { AccountInvite, OpenInvite } from '@sonde/schema/accounts/invite.ts'
import type { AccountMember } from '@sonde/schema/accounts/member.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

const pageSize = 50

export type MembersPage = {
  members: (AccountMember | AccountInvite)[]
  length: number
  nextId: string | null
}

export function membersQuery(api: Api, search: string) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, 'members', search],
    queryFn: ({ pageParam, signal }) =>
      api.get<MembersPage>('/v1/accounts/me/members', { limit: pageSize, nextId: pageParam, search }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextId }) => nextId,
  })
}

export function invite(api: Api, body: { email: string; role: string }): Promise<OpenInvite> {
  return api.post('/v1/accounts/me/invites', body)
}

export function renewInvite(api: Api, id: string): Promise<OpenInvite> {
  return api.post(`/v1/accounts/me/invites/${id}/renew`)
}

export function withdrawInvite(api: Api, id: string): Promise<void> {
  return api.delete(`/v1/accounts/me/invites/${id}`)
}

export function changeRole(
  api: Api,
  { userId, role }: { userId: string; role: string },
): Promise<AccountMember> {
  return api.patch(`/v1/accounts/me/members/${userId}`, { role })
}

export function removeMember(api: Api, userId: string): Promise<void> {
  return api.delete(`/v1/accounts/me/members/${userId}`)
}
