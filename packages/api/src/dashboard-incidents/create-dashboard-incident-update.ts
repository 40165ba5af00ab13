import {
  DashboardIncidentUpdate,
  DashboardIncidentUpdateCreate,
  DashboardIncidentUpdatesParams,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createDashboardIncidentUpdate } from '@sonde/actions/dashboard-incidents/create-dashboard-incident-update.ts'

export function createDashboardIncidentUpdateRoute(app: App, deps: ApiDeps): void {
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
    async (request, reply) =>
      reply.code(201).send(
        await createDashboardIncidentUpdate(deps, actorOf(request, deps), {
          incidentId: request.params.incidentId,
          input: request.body,
        }),
      ),
  )
}
