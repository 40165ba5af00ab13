import type { Agent } from '@sonde/schema/agents/agent.ts'
import type { LocationKey } from '@sonde/schema/agents/location-key.ts'
import type {
  PrivateLocation,
  PrivateLocationMetrics,
  PrivateLocationUsers,
  WrittenPrivateLocation,
} from '@sonde/schema/agents/private-location.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'

/** Events tell of agents that come and go; in between, their load and last contact are read this often. */
const pollMs = 10_000

export const agentsPageSize = 50

export type ListedPrivateLocation = Omit<PrivateLocation, 'runningAgents' | 'notices'>

export function privateLocationsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'private-locations'],
    queryFn: ({ signal }) => api.get<ListedPrivateLocation[]>('/v1/private-locations', {}, signal),
    refetchInterval: pollMs,
  })
}

export function privateLocationQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [api.accountId, 'private-locations', id],
    queryFn: ({ signal }) => api.get<PrivateLocation>(`/v1/private-locations/${id}`, {}, signal),
    refetchInterval: pollMs,
  })
}

export function agentsQuery(api: Api, { location, page }: { location: string | null; page: number }) {
  return queryOptions({
    queryKey: [api.accountId, 'agents', location, page],
    queryFn: ({ signal }) =>
      api.getCounted<Agent[]>('/v1/agents', { location, page, limit: agentsPageSize }, signal),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  })
}

/** The agents beside which the list of data centers says who serves each; more than that nobody reads. */
export function servingAgentsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'agents', 'serving'],
    queryFn: ({ signal }) => api.get<Agent[]>('/v1/agents', { limit: 100 }, signal),
    refetchInterval: pollMs,
  })
}

export function locationUsersQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [api.accountId, 'private-location-users', id],
    queryFn: ({ signal }) => api.get<PrivateLocationUsers>(`/v1/private-locations/${id}/users`, {}, signal),
  })
}

const hoursShown = 6

/** The server allows few of these a day: they are read when somebody comes to look, or asks. */
export function queueQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [api.accountId, 'private-location-queue', id],
    queryFn: ({ signal }) => {
      const now = Date.now()
      const window = { from: now - hoursShown * 3_600_000, to: now }
      return api.get<PrivateLocationMetrics>(`/v1/private-locations/${id}/metrics`, window, signal)
    },
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  })
}

export function dataCenterKeysQuery(api: Api, code: string) {
  return queryOptions({
    queryKey: [api.accountId, 'data-center-keys', code],
    queryFn: ({ signal }) => api.get<LocationKey[]>(`/v1/locations/${code}/keys`, {}, signal),
    retry: false,
  })
}

export type LocationValue = { name: string; slugName: string; icon: string; proxyUrl: string }

export function createLocation(
  api: Api,
  { proxyUrl, icon, ...body }: LocationValue,
): Promise<WrittenPrivateLocation> {
  return api.post('/v1/private-locations', {
    ...body,
    ...(icon === '' ? {} : { icon }),
    proxyUrl: proxyUrl === '' ? null : proxyUrl,
  })
}

export function updateLocation(
  api: Api,
  { id, value: { name, icon, proxyUrl } }: { id: string; value: LocationValue },
): Promise<WrittenPrivateLocation> {
  return api.put(`/v1/private-locations/${id}`, {
    name,
    ...(icon === '' ? {} : { icon }),
    proxyUrl: proxyUrl === '' ? null : proxyUrl,
  })
}

export function deleteLocation(api: Api, id: string): Promise<void> {
  return api.delete(`/v1/private-locations/${id}`)
}

/** Where the keys of a location are. */
export function keysOfPrivateLocation(id: string): string {
  return `/v1/private-locations/${id}/keys`
}

export function keysOfDataCenter(code: string): string {
  return `/v1/locations/${code}/keys`
}

export function createLocationKey(api: Api, keys: string): Promise<LocationKey> {
  return api.post(keys)
}

export function deleteLocationKey(api: Api, { keys, id }: { keys: string; id: string }): Promise<void> {
  return api.delete(`${keys}/${id}`)
}
