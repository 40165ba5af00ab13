import {
  IncidentParams,
  IncidentUpdate,
  IncidentUpdateCreate,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createIncidentUpdate } from '@sonde/actions/status-pages/create-incident-update.ts'

export function createIncidentUpdateRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/incidents/:incidentId/incident-updates',
    {
      schema: {
        summary: 'Add an update to an incident',
        description:
          'The status RESOLVED closes the incident; a later update with another status opens it again.',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        body: IncidentUpdateCreate,
        response: answers({ 200: IncidentUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      createIncidentUpdate(deps, actorOf(request, deps), {
        incidentId: request.params.incidentId,
        input: request.body,
      }),
  )
}
