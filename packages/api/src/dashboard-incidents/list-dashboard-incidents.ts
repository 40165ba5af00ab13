import { DashboardIncidentList } from '@sonde/schema/status-pages/dashboard-incident.ts'
import { DashboardParams } from '@sonde/schema/status-pages/dashboard.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import {
  latestUpdatesOfDashboardIncidents,
  listIncidentsOfDashboard,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import { findDashboardBy } from '@sonde/store/dashboards/dashboards.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { dashboardIncidentAnswer } from '@sonde/actions/dashboard-incidents/incident-answer.ts'

export function listDashboardIncidents(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/dashboards/:dashboardId/incidents',
    {
      schema: {
        summary: 'List the incidents of a dashboard',
        description:
          'Newest first, each with its newest update. The header `Content-Range` contains the total.',
        tags: ['Incidents'],
        params: DashboardParams,
        querystring: PageQuery,
        response: answers({ 200: DashboardIncidentList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { read } = deps.store
      const dashboard = await findDashboardBy(read, 'dashboard_id', request.params.dashboardId.toLowerCase())
      if (dashboard === null || dashboard.accountId !== accountOf(request).id) throw notFound('dashboard')
      const page = { limit: request.query.limit, offset: offsetOf(request.query) }
      const { rows, total } = await listIncidentsOfDashboard(read, { dashboardId: dashboard.id, ...page })
      const updates = await latestUpdatesOfDashboardIncidents(read, {
        incidentIds: rows.map(({ id }) => id),
        perIncident: 1,
      })
      setContentRange(reply, { offset: page.offset, length: rows.length, total })
      return rows.map((row) => dashboardIncidentAnswer(row, updates.get(row.id)?.latest ?? []))
    },
  )
}
