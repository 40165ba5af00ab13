import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { readPrivateLocations } from './private-locations.ts'

/** Begins the keys of all that is read of data centers, behind the account. */
const locationsKey = ['locations'] as const

export function locationsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...locationsKey],
    queryFn: ({ signal }) => api.call('GET /v1/locations', { signal }),
    staleTime: 60_000,
  })
}

/** Where a check can run now, and the fields of a check that say so. */
export type ServedLocation = {
  name: string
  fields: { locations: string[] } | { privateLocations: string[] }
}

/** This server, or else the first data center or private location that an agent serves; null when none serves any. */
export function servedLocationQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...locationsKey, 'first-served'],
    queryFn: async ({ signal }): Promise<ServedLocation | null> => {
      const dataCenters = await api.call('GET /v1/locations', { signal })
      const thisServer = dataCenters.find(({ isThisServer }) => isThisServer)
      if (thisServer !== undefined) {
        return { name: 'this server', fields: { locations: [thisServer.region] } }
      }
      const [dataCenter] = dataCenters
      if (dataCenter !== undefined) {
        return { name: dataCenter.name, fields: { locations: [dataCenter.region] } }
      }
      const all = await readPrivateLocations(api, signal)
      const location = all.find(({ agentCount }) => agentCount > 0)
      return location === undefined
        ? null
        : { name: location.name, fields: { privateLocations: [location.slugName] } }
    },
    // Somebody who has just started an agent comes back to look.
    staleTime: 0,
  })
}
