import { DashboardIncidentParams } from '@sonde/schema/status-pages/dashboard-incident.ts'
import {
  deleteDashboardIncident as removeIncident,
  findDashboardIncidentForUpdate,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { bareIncident } from '@sonde/actions/dashboard-incidents/incident-answer.ts'

export function deleteDashboardIncident(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/incidents/:id',
    {
      schema: {
        summary: 'Delete an incident of a dashboard',
        description: 'With its updates.',
        tags: ['Incidents'],
        params: DashboardIncidentParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      await deps.store.write(async (db) => {
        const incident = await findDashboardIncidentForUpdate(db, key)
        if (incident === null) throw notFound('incident')
        await removeIncident(db, incident.id)
        await recordDocument(db, actorOf(request, deps), 'DASHBOARD_INCIDENT', {
          before: bareIncident(incident),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
