import {
  IncidentUpdate,
  IncidentUpdateChange,
  IncidentUpdateParams,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { changeIncidentUpdate } from '@sonde/actions/status-pages/change-incident-update.ts'

export function changeIncidentUpdateRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/status-pages/incidents/:incidentId/incident-updates/:incidentUpdateId',
    {
      schema: {
        summary: 'Change an update of an incident',
        description:
          'Omitted fields keep their value. Sends no mail: subscribers were notified when it was posted.',
        tags: ['Status Page Incidents'],
        params: IncidentUpdateParams,
        body: IncidentUpdateChange,
        response: answers({ 200: IncidentUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      changeIncidentUpdate(deps, actorOf(request, deps), { ...request.params, input: request.body }),
  )
}
