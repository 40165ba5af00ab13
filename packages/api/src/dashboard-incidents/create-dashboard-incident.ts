import { DashboardIncident, DashboardIncidentCreate } from '@sonde/schema/status-pages/dashboard-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createDashboardIncident } from '@sonde/actions/dashboard-incidents/create-dashboard-incident.ts'

export function createDashboardIncidentRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/incidents',
    {
      schema: {
        summary: 'Create an incident on a dashboard',
        description: 'With exactly one update. It is shown if the dashboard has `enableIncidents`.',
        tags: ['Incidents'],
        body: DashboardIncidentCreate,
        response: answers({ 200: DashboardIncident }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => createDashboardIncident(deps, actorOf(request, deps), { input: request.body }),
  )
}
