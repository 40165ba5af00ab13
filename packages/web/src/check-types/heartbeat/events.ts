import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer } from '../../api/operation.ts'
import { windowOf, type Range } from '../../parts/range.ts'
import { checkKey } from '../../resources/checks.ts'

export type HeartbeatEvents = Answer<'GET /v1/checks/heartbeats/{checkId}/events'>[number]
export type HeartbeatEvent = HeartbeatEvents['events'][number]
export type HeartbeatStats = HeartbeatEvents['stats']

/** Begins the keys of the pings of one heartbeat. */
export const heartbeatEventsKey = (api: Api, checkId: string) =>
  [...checkKey(api, checkId), 'events'] as const

/** The pings of a time; the newest without one. */
export function heartbeatEventsQuery(api: Api, checkId: string, range: Range | null) {
  return queryOptions({
    queryKey: [...heartbeatEventsKey(api, checkId), range],
    queryFn: async ({ signal }) => {
      const window = range === null ? null : windowOf(range, Date.now())
      const query = window === null ? {} : { startTime: window.from, endTime: window.to }
      const params = { checkId }
      const [answer] = await api.call('GET /v1/checks/heartbeats/{checkId}/events', { params, query, signal })
      return answer ?? null
    },
  })
}
