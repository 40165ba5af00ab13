import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'

export type LocationKey = Answer<'GET /v1/locations/{code}/keys'>[number]

/** Whose keys they are: those of agents of a private location, or of a data center. */
export type KeyOwner = { privateLocationId: string } | { dataCenter: string }

/** Begins the keys of the queries below, behind the account. */
export const dataCenterKeysKey = ['data-center-keys'] as const

/** Those of a private location come with it. */
export function dataCenterKeysQuery(api: Api, code: string) {
  return queryOptions({
    queryKey: [api.accountId, ...dataCenterKeysKey, code],
    queryFn: ({ signal }) => api.call('GET /v1/locations/{code}/keys', { params: { code }, signal }),
    retry: false,
  })
}

export function createLocationKey(api: Api, owner: KeyOwner): Promise<LocationKey> {
  return 'dataCenter' in owner
    ? api.call('POST /v1/locations/{code}/keys', { params: { code: owner.dataCenter } })
    : api.call('POST /v1/private-locations/{id}/keys', { params: { id: owner.privateLocationId } })
}

export async function deleteLocationKey(api: Api, owner: KeyOwner, keyId: string): Promise<void> {
  if ('dataCenter' in owner) {
    await api.call('DELETE /v1/locations/{code}/keys/{keyId}', { params: { code: owner.dataCenter, keyId } })
  } else {
    const params = { id: owner.privateLocationId, keyId }
    await api.call('DELETE /v1/private-locations/{id}/keys/{keyId}', { params })
  }
}
