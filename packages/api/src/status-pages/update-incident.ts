import { changeSeverity, replaceIncident } from '@sonde/actions/status-pages/update-incident.ts'
import {
  Incident,
  IncidentParams,
  IncidentPatch,
  IncidentReplace,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const
const url = '/v1/status-pages/incidents/:incidentId'

/** `PUT` replaces the incident without its updates; `PATCH` changes how severe it is. */
export function updateIncidentRoutes(app: App, deps: ApiDeps): void {
  app.put(
    url,
    {
      schema: {
        summary: 'Replace name, severity and services of an incident',
        description:
          'Its updates do not change. A deleted service that the incident already has may stay in it.',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        body: IncidentReplace,
        response: answers({ 200: Incident }),
      },
      config: { access },
    },
    async (request) =>
      replaceIncident(deps, actorOf(request, deps), { id: request.params.incidentId, input: request.body }),
  )

  app.patch(
    url,
    {
      schema: {
        summary: 'Change the severity of an incident',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        body: IncidentPatch,
        response: answers({ 200: Incident }),
      },
      config: { access },
    },
    async (request) =>
      changeSeverity(deps, actorOf(request, deps), { id: request.params.incidentId, input: request.body }),
  )
}
