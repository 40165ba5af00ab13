import { DashboardIncidentUpdateParams } from '@sonde/schema/status-pages/dashboard-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteDashboardIncidentUpdate } from '@sonde/actions/dashboard-incidents/delete-dashboard-incident-update.ts'

export function deleteDashboardIncidentUpdateRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/incidents/:incidentId/updates/:id',
    {
      schema: {
        summary: 'Delete an update',
        description: 'The last update of an incident cannot be deleted: delete the incident instead.',
        tags: ['Incident Updates'],
        params: DashboardIncidentUpdateParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteDashboardIncidentUpdate(deps, actorOf(request, deps), request.params)
      return reply.code(204).send()
    },
  )
}
