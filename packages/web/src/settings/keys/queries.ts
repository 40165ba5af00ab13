import type { ServiceApiKey, UserApiKey } from '@sonde/schema/accounts/api-key.ts'
import type { IntegrationToken } from '@sonde/schema/accounts/integration-token.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

export function userKeysQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'user-keys'],
    queryFn: ({ signal }) => api.get<UserApiKey[]>('/v1/users/me/api-keys', {}, signal),
  })
}

export function serviceKeysQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'service-keys'],
    queryFn: ({ signal }) => api.get<ServiceApiKey[]>('/v1/accounts/me/api-keys', {}, signal),
  })
}

export function tokensQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'integration-tokens'],
    queryFn: ({ signal }) => api.get<IntegrationToken[]>('/v1/integration-tokens', {}, signal),
  })
}

export function createUserKey(api: Api, { name }: { name: string }): Promise<UserApiKey & { key: string }> {
  return api.post('/v1/users/me/api-keys', { name })
}

export function createServiceKey(
  api: Api,
  body: { name: string; role: string },
): Promise<ServiceApiKey & { key: string }> {
  return api.post('/v1/accounts/me/api-keys', body)
}

export async function createToken(
  api: Api,
  { name }: { name: string },
): Promise<IntegrationToken & { key: string }> {
  const { token, ...made } = await api.post<IntegrationToken & { token: string }>('/v1/integration-tokens', {
    name,
  })
  return { ...made, key: token }
}

export const deleteUserKey = (api: Api, id: string) => api.delete(`/v1/users/me/api-keys/${id}`)
export const deleteServiceKey = (api: Api, id: string) => api.delete(`/v1/accounts/me/api-keys/${id}`)
export const deleteToken = (api: Api, id: string) => api.delete(`/v1/integration-tokens/${id}`)
