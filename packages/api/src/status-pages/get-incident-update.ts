import { IncidentUpdate, IncidentUpdateParams } from '@sonde/schema/status-pages/status-page-incident.ts'
import { findIncidentUpdate } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { findIncident } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { updateAnswer } from '@sonde/actions/status-pages/incident-answer.ts'

export function getIncidentUpdate(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/incidents/:incidentId/incident-updates/:incidentUpdateId',
    {
      schema: {
        summary: 'Show one update of an incident',
        tags: ['Status Page Incidents'],
        params: IncidentUpdateParams,
        response: answers({ 200: IncidentUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { incidentId, incidentUpdateId: id } = request.params
      const { read } = deps.store
      const incident = await findIncident(read, { accountId: accountOf(request).id, id: incidentId })
      if (!incident) throw notFound('incident')
      const update = await findIncidentUpdate(read, { incidentId: incident.id, id })
      if (!update) throw notFound('incident update')
      return updateAnswer(update)
    },
  )
}
