import {
  DashboardIncidentUpdate,
  DashboardIncidentUpdateChange,
  DashboardIncidentUpdateParams,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { changeDashboardIncidentUpdate } from '@sonde/actions/dashboard-incidents/change-dashboard-incident-update.ts'

export function changeDashboardIncidentUpdateRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/incidents/:incidentId/updates/:id',
    {
      schema: {
        summary: 'Change the text of an update',
        tags: ['Incident Updates'],
        params: DashboardIncidentUpdateParams,
        body: DashboardIncidentUpdateChange,
        response: answers({ 200: DashboardIncidentUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      changeDashboardIncidentUpdate(deps, actorOf(request, deps), { ...request.params, input: request.body }),
  )
}
