import { IncidentUpdateParams } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteIncidentUpdate } from '@sonde/actions/status-pages/delete-incident-update.ts'

export function deleteIncidentUpdateRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/incidents/:incidentId/incident-updates/:incidentUpdateId',
    {
      schema: {
        summary: 'Delete an update of an incident',
        description: 'The only update of an incident cannot be deleted: delete the incident instead.',
        tags: ['Status Page Incidents'],
        params: IncidentUpdateParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteIncidentUpdate(deps, actorOf(request, deps), request.params)
      return reply.code(204).send()
    },
  )
}
