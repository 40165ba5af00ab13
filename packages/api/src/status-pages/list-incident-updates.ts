import { IncidentParams, IncidentUpdateList } from '@sonde/schema/status-pages/status-page-incident.ts'
import { latestUpdatesOf } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { findIncident } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { mostUpdates, updateAnswer } from '@sonde/actions/status-pages/incident-answer.ts'

export function listIncidentUpdates(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/incidents/:incidentId/incident-updates',
    {
      schema: {
        summary: 'List the updates of an incident',
        description: `By public date, latest first, at most ${mostUpdates}.`,
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        response: answers({ 200: IncidentUpdateList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.incidentId }
      const incident = await findIncident(read, key)
      if (!incident) throw notFound('incident')
      const updates = await latestUpdatesOf(read, { incidentIds: [incident.id], limit: mostUpdates })
      return (updates.get(incident.id) ?? []).map(updateAnswer)
    },
  )
}
