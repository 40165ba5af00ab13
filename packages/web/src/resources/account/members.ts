import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer, Body } from '../../api/operation.ts'

export type AccountMember = Answer<'PATCH /v1/accounts/me/members/{userId}'>
export type InviteCreate = Body<'POST /v1/accounts/me/invites'>
export type OpenInvite = Answer<'POST /v1/accounts/me/invites'>
export type MembersPage = Answer<'GET /v1/accounts/me/members'>
export type AccountInvite = Extract<MembersPage['members'][number], { type: 'invite' }>

/** Begins the keys of all that is read here, behind the account. */
export const membersKey = ['members'] as const

const pageSize = 50

export function membersQuery(api: Api, search: string) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, ...membersKey, search],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /v1/accounts/me/members', {
        query: { limit: pageSize, nextId: pageParam, search },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextId }) => nextId,
  })
}

/** Those who can be chosen as the one who did something: the members, as far as a choice can hold them. */
export function actorsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...membersKey, 'actors'],
    queryFn: async ({ signal }) => {
      const { members } = await api.call('GET /v1/accounts/me/members', {
        query: { type: 'member', limit: 100 },
        signal,
      })
      return members.filter((one) => one.type === 'member')
    },
    staleTime: 60_000,
  })
}

export function invite(api: Api, body: InviteCreate): Promise<OpenInvite> {
  return api.call('POST /v1/accounts/me/invites', { body })
}

export function renewInvite(api: Api, id: string): Promise<OpenInvite> {
  return api.call('POST /v1/accounts/me/invites/{id}/renew', { params: { id } })
}

export async function withdrawInvite(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/accounts/me/invites/{id}', { params: { id } })
}

export function changeRole(
  api: Api,
  { userId, role }: { userId: string } & Body<'PATCH /v1/accounts/me/members/{userId}'>,
): Promise<AccountMember> {
  return api.call('PATCH /v1/accounts/me/members/{userId}', { params: { userId }, body: { role } })
}

export async function removeMember(api: Api, userId: string): Promise<void> {
  await api.call('DELETE /v1/accounts/me/members/{userId}', { params: { userId } })
}

export async function endMemberSessions(api: Api, userId: string): Promise<void> {
  await api.call('DELETE /v1/accounts/me/members/{userId}/sessions', { params: { userId } })
}
