import {
  DashboardIncident,
  DashboardIncidentParams,
  DashboardIncidentQuery,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import {
  findDashboardIncident,
  updatesOfDashboardIncidents,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { dashboardIncidentAnswer } from '@sonde/actions/dashboard-incidents/incident-answer.ts'

export function getDashboardIncident(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/incidents/:id',
    {
      schema: {
        summary: 'Show an incident of a dashboard',
        description: 'With its newest update, or with all updates if `includeAllIncidentUpdates` is true.',
        tags: ['Incidents'],
        params: DashboardIncidentParams,
        querystring: DashboardIncidentQuery,
        response: answers({ 200: DashboardIncident }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const incident = await findDashboardIncident(deps.store.read, key)
      if (incident === null) throw notFound('incident')
      const updates =
        (await updatesOfDashboardIncidents(deps.store.read, [incident.id])).get(incident.id) ?? []
      const isAll = request.query.includeAllIncidentUpdates
      return dashboardIncidentAnswer(incident, isAll ? updates : updates.slice(0, 1))
    },
  )
}
