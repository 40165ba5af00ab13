import {
  ChangeDashboardIncidentQuery,
  ChangedDashboardIncident,
  DashboardIncidentChange,
  DashboardIncidentParams,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { updateDashboardIncident } from '@sonde/actions/dashboard-incidents/update-dashboard-incident.ts'

export function updateDashboardIncidentRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/incidents/:id',
    {
      schema: {
        summary: 'Change an incident of a dashboard',
        description:
          'Changes its name and impact, and its times if they are sent. Its updates have their own routes.',
        tags: ['Incidents'],
        params: DashboardIncidentParams,
        querystring: ChangeDashboardIncidentQuery,
        body: DashboardIncidentChange,
        response: answers({ 200: ChangedDashboardIncident }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      updateDashboardIncident(deps, actorOf(request, deps), { id: request.params.id, input: request.body }),
  )
}
