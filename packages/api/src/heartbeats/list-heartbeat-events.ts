import {
  HeartbeatEventList,
  HeartbeatEventsQuery,
  HeartbeatParams,
} from '@sonde/schema/check-types/heartbeat/heartbeat-event.ts'
import { listHeartbeatEvents as listEvents } from '@sonde/store/heartbeats/heartbeat-events.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { readEventWindow } from './event-window.ts'
import { eventAnswer, heartbeatStats, knownHeartbeat } from './heartbeat-stats.ts'

export function listHeartbeatEvents(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/heartbeats/:checkId/events',
    {
      schema: {
        summary: 'List the latest pings and failures of a heartbeat monitor',
        description: 'Newest first, at most ten, with the statistics of the last 24 hours and 7 days.',
        tags: ['Heartbeats'],
        params: HeartbeatParams,
        querystring: HeartbeatEventsQuery,
        response: answers({ 200: HeartbeatEventList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const window = readEventWindow(request.query)
      const { read } = deps.store
      const { checkId } = request.params
      const check = await knownHeartbeat(read, { accountId: accountOf(request).id, checkId })
      const { limit } = request.query
      const events = await listEvents(read, { checkId: check.id, ...window, limit })
      return [{ events: events.map(eventAnswer), stats: await heartbeatStats(deps, check.id) }]
    },
  )
}
