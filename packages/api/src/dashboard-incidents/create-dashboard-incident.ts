import { randomUUIDv7 } from 'node:crypto'
import { DashboardIncident, DashboardIncidentCreate } from '@sonde/schema/status-pages/dashboard-incident.ts'
import {
  type DashboardIncidentRow,
  type DashboardIncidentUpdateRow,
  insertDashboardIncident,
  insertDashboardIncidentUpdate,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import { findDashboardByNumber } from '@sonde/store/dashboards/dashboards.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { dashboardIncidentAnswer } from '@sonde/actions/dashboard-incidents/incident-answer.ts'
import { timesOf } from '@sonde/actions/dashboard-incidents/incident-times.ts'

export function createDashboardIncident(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/incidents',
    {
      schema: {
        summary: 'Tell an incident on a dashboard',
        description: 'With exactly one update. It shows when the dashboard has `enableIncidents`.',
        tags: ['Incidents'],
        body: DashboardIncidentCreate,
        response: answers({ 200: DashboardIncident }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { body } = request
      const [sent] = body.incidentUpdates
      if (sent === undefined) throw new Error('the schema lets no incident without an update pass')
      const accountId = accountOf(request).id
      const now = deps.clock.now()
      const incident: DashboardIncidentRow = {
        id: randomUUIDv7(),
        accountId,
        dashboardId: body.dashboardId,
        name: body.name,
        impact: body.impact ?? 'MINOR',
        ...timesOf(body, { startedAt: null, stoppedAt: null }),
        createdAt: now,
        updatedAt: null,
      }
      const update: DashboardIncidentUpdateRow = {
        id: randomUUIDv7(),
        incidentId: incident.id,
        status: sent.status,
        description: sent.description,
        createdAt: now,
        updatedAt: null,
      }
      const answer = dashboardIncidentAnswer(incident, [update])
      await deps.store.write(async (db) => {
        const dashboard = await findDashboardByNumber(db, { accountId, id: body.dashboardId })
        if (dashboard === null) throw notFound('dashboard')
        await insertDashboardIncident(db, incident)
        await insertDashboardIncidentUpdate(db, update)
        await recordDocument(db, actorOf(request, deps), 'DASHBOARD_INCIDENT', {
          before: null,
          after: answer,
        })
      })
      return answer
    },
  )
}
