import { IncidentParams } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteIncident } from '@sonde/actions/status-pages/delete-incident.ts'

export function deleteIncidentRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/incidents/:incidentId',
    {
      schema: {
        summary: 'Delete an incident',
        description: 'Also deletes its updates. Nobody is notified.',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteIncident(deps, actorOf(request, deps), { incidentId: request.params.incidentId })
      return reply.code(204).send()
    },
  )
}
