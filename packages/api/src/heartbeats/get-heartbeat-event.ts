import {
  HeartbeatEventAnswer,
  HeartbeatEventParams,
} from '@sonde/schema/check-types/heartbeat/heartbeat-event.ts'
import { findHeartbeatEvent } from '@sonde/store/heartbeats/heartbeat-events.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { eventAnswer, heartbeatStats, knownHeartbeat } from './heartbeat-stats.ts'

export function getHeartbeatEvent(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/heartbeats/:checkId/events/:id',
    {
      schema: {
        summary: 'Show a ping or a failure of a heartbeat monitor',
        tags: ['Heartbeats'],
        params: HeartbeatEventParams,
        response: answers({ 200: HeartbeatEventAnswer }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const { checkId, id } = request.params
      const check = await knownHeartbeat(read, { accountId: accountOf(request).id, checkId })
      const event = await findHeartbeatEvent(read, { checkId: check.id, id })
      if (event === null) throw notFound('heartbeat event')
      return { event: eventAnswer(event), stats: await heartbeatStats(deps, check.id) }
    },
  )
}
