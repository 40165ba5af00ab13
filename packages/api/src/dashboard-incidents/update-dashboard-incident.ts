import {
  ChangeDashboardIncidentQuery,
  ChangedDashboardIncident,
  DashboardIncidentChange,
  DashboardIncidentParams,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import {
  findDashboardIncidentForUpdate,
  updateDashboardIncident as writeIncident,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { bareIncident } from '@sonde/actions/dashboard-incidents/incident-answer.ts'
import { timesOf } from '@sonde/actions/dashboard-incidents/incident-times.ts'

export function updateDashboardIncident(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/incidents/:id',
    {
      schema: {
        summary: 'Change an incident of a dashboard',
        description:
          'Its name and impact, and its times when they are sent. Its updates have routes of their own.',
        tags: ['Incidents'],
        params: DashboardIncidentParams,
        querystring: ChangeDashboardIncidentQuery,
        body: DashboardIncidentChange,
        response: answers({ 200: ChangedDashboardIncident }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { body } = request
      const key = { accountId: accountOf(request).id, id: request.params.id }
      return await deps.store.write(async (db) => {
        const before = await findDashboardIncidentForUpdate(db, key)
        if (before === null) throw notFound('incident')
        const after = {
          ...before,
          name: body.name,
          impact: body.impact,
          ...timesOf(body, before),
          updatedAt: laterThan(before, deps.clock.now()),
        }
        await writeIncident(db, after)
        await recordDocument(db, actorOf(request, deps), 'DASHBOARD_INCIDENT', {
          before: bareIncident(before),
          after: bareIncident(after),
        })
        return { ...bareIncident(after), incidentUpdates: null }
      })
    },
  )
}
