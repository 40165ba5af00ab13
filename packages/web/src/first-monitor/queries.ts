import type { CheckResult } from '@sonde/schema/check-types/check-result.ts'
import type { PrivateLocation } from '@sonde/schema/agents/private-location.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { FirstKind } from './first-kinds.ts'

/** Where a check can run now: a data center, or else a private location, that an agent serves. */
export type ServedPlace = { name: string; fields: { locations: string[] } | { privateLocations: string[] } }

export function servedPlaceOptions(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'locations', 'first-served'],
    queryFn: async ({ signal }): Promise<ServedPlace | null> => {
      const [dataCenter] = await api.get<{ region: string; name: string }[]>('/v1/locations', {}, signal)
      if (dataCenter !== undefined)
        return { name: dataCenter.name, fields: { locations: [dataCenter.region] } }
      const places = await api.get<PrivateLocation[]>('/v1/private-locations', {}, signal)
      const served = places.find(({ agentCount }) => agentCount > 0)
      return served === undefined
        ? null
        : { name: served.name, fields: { privateLocations: [served.slugName] } }
    },
    // Somebody who has just started an agent comes back to look.
    staleTime: 0,
  })
}

export type NewCheck = { id: string; name: string; frequency?: number }

export async function createFirst(
  api: Api,
  { kind, target, name, place }: { kind: FirstKind; target: string; name: string; place: ServedPlace },
): Promise<NewCheck> {
  return await api.post<NewCheck>(kind.path, { name, ...place.fields, request: kind.requestFor(target) })
}

export type FirstResult = Pick<
  CheckResult,
  | 'id'
  | 'hasFailures'
  | 'hasErrors'
  | 'isDegraded'
  | 'isCancelled'
  | 'responseTime'
  | 'runLocation'
  | 'startedAt'
>

const fields = 'id,hasFailures,hasErrors,isDegraded,isCancelled,responseTime,runLocation,startedAt'
const askEveryMs = 3000

/** The newest result of a check; null until there is one. Asked for also when no stream gets through. */
export function firstResultOptions(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'first-result', checkId],
    queryFn: async ({ signal }): Promise<FirstResult | null> => {
      const { entries } = await api.get<{ entries: FirstResult[] }>(
        `/v2/check-results/${checkId}`,
        { limit: 1, fields },
        signal,
      )
      return entries[0] ?? null
    },
    refetchInterval: ({ state }) => (state.data === null || state.data === undefined ? askEveryMs : false),
    staleTime: 0,
  })
}
