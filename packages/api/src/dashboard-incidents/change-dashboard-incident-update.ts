import {
  DashboardIncidentUpdate,
  DashboardIncidentUpdateChange,
  DashboardIncidentUpdateParams,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import { rewriteDashboardIncidentUpdate } from '@sonde/store/dashboards/dashboard-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { findUpdate } from '@sonde/actions/dashboard-incidents/find-update.ts'
import { updateAnswer } from '@sonde/actions/dashboard-incidents/incident-answer.ts'

export function changeDashboardIncidentUpdate(app: App, deps: ApiDeps): void {
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
    async (request) => {
      const key = { accountId: accountOf(request).id, ...request.params }
      return await deps.store.write(async (db) => {
        const { update: before } = await findUpdate(db, key)
        const after = {
          ...before,
          description: request.body.description,
          updatedAt: laterThan(before, deps.clock.now()),
        }
        await rewriteDashboardIncidentUpdate(db, after)
        await recordDocument(db, actorOf(request, deps), 'DASHBOARD_INCIDENT_UPDATE', {
          before: updateAnswer(before),
          after: updateAnswer(after),
        })
        return updateAnswer(after)
      })
    },
  )
}
