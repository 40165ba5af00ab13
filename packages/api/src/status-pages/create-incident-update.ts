import {
  IncidentParams,
  IncidentUpdate,
  IncidentUpdateCreate,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import { postUpdate } from '@sonde/status-pages/write-incident.ts'
import { findIncidentForUpdate } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { updateAnswer } from '@sonde/actions/status-pages/incident-answer.ts'
import { newUpdate } from '@sonde/actions/status-pages/new-update.ts'
import { notifyingOf } from '@sonde/actions/status-pages/notifying.ts'

export function createIncidentUpdate(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/incidents/:incidentId/incident-updates',
    {
      schema: {
        summary: 'Add an update to an incident',
        description:
          'The status RESOLVED closes the incident; a later update with another one opens it again.',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        body: IncidentUpdateCreate,
        response: answers({ 200: IncidentUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const notifying = notifyingOf(deps, accountOf(request).id)
      const update = newUpdate(request.body, { path: '', now: notifying.at })
      const key = { accountId: notifying.accountId, id: request.params.incidentId }
      const posted = await deps.store.write(async (db) => {
        const incident = await findIncidentForUpdate(db, key)
        if (!incident) throw notFound('incident')
        const row = await postUpdate(db, notifying, { incident, update })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'STATUS_PAGE_INCIDENT_UPDATE',
          entityId: row.id,
          entityName: incident.name,
          before: null,
          after: updateAnswer(row),
        })
        return row
      })
      if (update.notifySubscribers) deps.wakeDelivery()
      return updateAnswer(posted)
    },
  )
}
