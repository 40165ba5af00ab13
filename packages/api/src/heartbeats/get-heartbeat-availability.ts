import { dayMs } from '@sonde/ground/durations.ts'
import {
  HeartbeatAvailability,
  HeartbeatParams,
  HeartbeatWindowQuery,
} from '@sonde/schema/check-types/heartbeat/heartbeat-event.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'
import { readEventWindow } from './event-window.ts'
import { availabilityIn, knownHeartbeat } from './heartbeat-stats.ts'

export function getHeartbeatAvailability(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/heartbeats/:checkId/availability',
    {
      schema: {
        summary: 'Show which share of the events of a heartbeat monitor were pings',
        description:
          'Compared with the period of the same length before. Without a window: the last 24 hours. With one end only: until now, ' +
          'or the 24 hours before the end.',
        tags: ['Heartbeats'],
        params: HeartbeatParams,
        querystring: HeartbeatWindowQuery,
        response: answers({ 200: HeartbeatAvailability }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const window = readEventWindow(request.query)
      // By the time that events are told by; what happens in this very millisecond counts.
      const to = window.to ?? (await deps.store.now(deps.store.read)) + 1
      const from = window.from ?? to - dayMs
      if (from >= to) throw invalid('query', [{ path: 'startTime', message: 'must not be in the future' }])
      const { checkId } = request.params
      const check = await knownHeartbeat(deps.store.read, { accountId: accountOf(request).id, checkId })
      return await availabilityIn(deps, check.id, { from, to })
    },
  )
}
