import { DashboardIncidentParams } from '@sonde/schema/status-pages/dashboard-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteDashboardIncident } from '@sonde/actions/dashboard-incidents/delete-dashboard-incident.ts'

export function deleteDashboardIncidentRoute(app: App, deps: ApiDeps): void {
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
      await deleteDashboardIncident(deps, actorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
