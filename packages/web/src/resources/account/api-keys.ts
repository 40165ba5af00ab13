import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer, Body } from '../../api/operation.ts'

type IntegrationToken = Answer<'GET /v1/integration-tokens'>[number]

/** Begin the keys of what is read here, behind the account. */
export const userKeysKey = ['user-keys'] as const
export const serviceKeysKey = ['service-keys'] as const
export const tokensKey = ['integration-tokens'] as const

export function userKeysQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...userKeysKey],
    queryFn: ({ signal }) => api.call('GET /v1/users/me/api-keys', { signal }),
  })
}

export function serviceKeysQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...serviceKeysKey],
    queryFn: ({ signal }) => api.call('GET /v1/accounts/me/api-keys', { signal }),
  })
}

export function tokensQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...tokensKey],
    queryFn: ({ signal }) => api.call('GET /v1/integration-tokens', { signal }),
  })
}

export function createUserKey(
  api: Api,
  { name }: Body<'POST /v1/users/me/api-keys'>,
): Promise<Answer<'POST /v1/users/me/api-keys'>> {
  return api.call('POST /v1/users/me/api-keys', { body: { name } })
}

export function createServiceKey(
  api: Api,
  body: Body<'POST /v1/accounts/me/api-keys'>,
): Promise<Answer<'POST /v1/accounts/me/api-keys'>> {
  return api.call('POST /v1/accounts/me/api-keys', { body })
}

/** A token is a key by another name. */
export async function createToken(
  api: Api,
  { name }: Body<'POST /v1/integration-tokens'>,
): Promise<IntegrationToken & { key: string }> {
  const { token, ...created } = await api.call('POST /v1/integration-tokens', { body: { name } })
  return { ...created, key: token }
}

export async function deleteUserKey(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/users/me/api-keys/{id}', { params: { id } })
}

export async function deleteServiceKey(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/accounts/me/api-keys/{id}', { params: { id } })
}

export async function deleteToken(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/integration-tokens/{id}', { params: { id } })
}
