import { DashboardIncidentUpdateParams } from '@sonde/schema/status-pages/dashboard-incident.ts'
import { deleteDashboardIncidentUpdate as removeUpdate } from '@sonde/store/dashboards/dashboard-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { Refusal } from '@sonde/actions/refusal.ts'
import { findUpdate } from '@sonde/actions/dashboard-incidents/find-update.ts'
import { updateAnswer } from '@sonde/actions/dashboard-incidents/incident-answer.ts'

export function deleteDashboardIncidentUpdate(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/incidents/:incidentId/updates/:id',
    {
      schema: {
        summary: 'Delete an update',
        description: 'Not the last one of an incident: delete the incident instead.',
        tags: ['Incident Updates'],
        params: DashboardIncidentUpdateParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, ...request.params }
      await deps.store.write(async (db) => {
        const { update, count } = await findUpdate(db, key)
        if (count === 1)
          throw new Refusal('invalid-input', 'An incident keeps its last update: delete the incident instead')
        await removeUpdate(db, update.id)
        await recordDocument(db, actorOf(request, deps), 'DASHBOARD_INCIDENT_UPDATE', {
          before: updateAnswer(update),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
