import { Incident, IncidentParams } from '@sonde/schema/status-pages/status-page-incident.ts'
import { findIncident } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { incidentAnswer } from '@sonde/actions/status-pages/incident-answer.ts'

export function getIncident(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/incidents/:incidentId',
    {
      schema: {
        summary: 'Show one incident',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        response: answers({ 200: Incident }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.incidentId }
      const incident = await findIncident(read, key)
      if (!incident) throw notFound('incident')
      return await incidentAnswer(read, incident)
    },
  )
}
