import { hourMs } from '@sonde/ground/durations.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'
import { pollMs } from './agents.ts'

export type PrivateLocation = Answer<'GET /v1/private-locations/{id}'>
export type ListedPrivateLocation = Answer<'GET /v1/private-locations'>[number]
export type WrittenPrivateLocation = Answer<'POST /v1/private-locations'>
export type PrivateLocationMetrics = Answer<'GET /v1/private-locations/{id}/metrics'>

/** Begins the keys of what the live stream keeps fresh, behind the account. */
export const privateLocationsKey = ['private-locations'] as const

export function readPrivateLocations(api: Api, signal: AbortSignal): Promise<ListedPrivateLocation[]> {
  return api.call('GET /v1/private-locations', { signal })
}

export function privateLocationsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...privateLocationsKey],
    queryFn: ({ signal }) => readPrivateLocations(api, signal),
  })
}

export function privateLocationQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [api.accountId, ...privateLocationsKey, id],
    queryFn: ({ signal }) => api.call('GET /v1/private-locations/{id}', { params: { id }, signal }),
    refetchInterval: pollMs,
  })
}

export function locationUsersQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [api.accountId, 'private-location-users', id],
    queryFn: ({ signal }) => api.call('GET /v1/private-locations/{id}/users', { params: { id }, signal }),
  })
}

const statsHours = 6

/** The server allows few of these a day: they are read when somebody comes to look, or asks. */
export function locationMetricsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [api.accountId, 'private-location-metrics', id],
    queryFn: ({ signal }) => {
      const now = Date.now()
      const query = { from: now - statsHours * hourMs, to: now }
      return api.call('GET /v1/private-locations/{id}/metrics', { params: { id }, query, signal })
    },
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  })
}

export type LocationValue = { name: string; slugName: string; proxyUrl: string }

function proxyIn(proxyUrl: string): string | null {
  return proxyUrl === '' ? null : proxyUrl
}

export function createLocation(
  api: Api,
  { name, slugName, proxyUrl }: LocationValue,
): Promise<WrittenPrivateLocation> {
  return api.call('POST /v1/private-locations', { body: { name, slugName, proxyUrl: proxyIn(proxyUrl) } })
}

export function updateLocation(
  api: Api,
  { id, value: { name, proxyUrl } }: { id: string; value: LocationValue },
): Promise<WrittenPrivateLocation> {
  const body = { name, proxyUrl: proxyIn(proxyUrl) }
  return api.call('PUT /v1/private-locations/{id}', { params: { id }, body })
}

export async function deleteLocation(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/private-locations/{id}', { params: { id } })
}
