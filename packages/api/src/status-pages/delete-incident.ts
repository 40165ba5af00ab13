import { IncidentParams } from '@sonde/schema/status-page-incident.ts'
import { deleteIncident as removeIncident } from '@sonde/store/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'

export function deleteIncident(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/incidents/:incidentId',
    {
      schema: {
        summary: 'Delete an incident',
        description: 'Its updates go with it. Nobody is told.',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.incidentId }
      if (!(await deps.store.write((db) => removeIncident(db, key)))) throw notFound('incident')
      return reply.code(204).send()
    },
  )
}
