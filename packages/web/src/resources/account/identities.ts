import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer, Body } from '../../api/operation.ts'

/** Begins the key of the own identities, behind the account. */
export const identitiesKey = ['own-identities'] as const

export function identitiesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...identitiesKey],
    queryFn: ({ signal }) => api.call('GET /v1/users/me/identities', { signal }),
  })
}

export function connectIdentity(
  api: Api,
  body: Body<'POST /v1/users/me/identities'>,
): Promise<Answer<'POST /v1/users/me/identities'>> {
  return api.call('POST /v1/users/me/identities', { body })
}

export async function disconnectIdentity(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/users/me/identities/{id}', { params: { id } })
}
