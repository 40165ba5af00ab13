import { randomUUIDv7 } from 'node:crypto'
import {
  DashboardIncidentUpdate,
  DashboardIncidentUpdateCreate,
  DashboardIncidentUpdatesParams,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import {
  type DashboardIncidentUpdateRow,
  findDashboardIncidentForUpdate,
  insertDashboardIncidentUpdate,
  updateDashboardIncident,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { updateAnswer } from '@sonde/actions/dashboard-incidents/incident-answer.ts'

export function createDashboardIncidentUpdate(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/incidents/:incidentId/updates',
    {
      schema: {
        summary: 'Add an update to an incident of a dashboard',
        tags: ['Incident Updates'],
        params: DashboardIncidentUpdatesParams,
        body: DashboardIncidentUpdateCreate,
        response: answers({ 201: DashboardIncidentUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { status, description } = request.body
      const key = { accountId: accountOf(request).id, id: request.params.incidentId }
      const answer = await deps.store.write(async (db) => {
        const incident = await findDashboardIncidentForUpdate(db, key)
        if (incident === null) throw notFound('incident')
        const now = laterThan(incident, deps.clock.now())
        const update: DashboardIncidentUpdateRow = {
          id: randomUUIDv7(),
          incidentId: incident.id,
          status,
          description,
          createdAt: now,
          updatedAt: null,
        }
        await insertDashboardIncidentUpdate(db, update)
        await updateDashboardIncident(db, { ...incident, updatedAt: now })
        const after = updateAnswer(update)
        await recordDocument(db, actorOf(request, deps), 'DASHBOARD_INCIDENT_UPDATE', { before: null, after })
        return after
      })
      return reply.code(201).send(answer)
    },
  )
}
