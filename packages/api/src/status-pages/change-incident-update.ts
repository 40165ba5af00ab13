import {
  IncidentUpdate,
  IncidentUpdateChange,
  IncidentUpdateParams,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import { followUpdates } from '@sonde/status-pages/write-incident.ts'
import {
  changeIncidentUpdate as writeUpdate,
  findIncidentUpdate,
  type IncidentUpdateRow,
} from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { findIncidentForUpdate } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { updateAnswer } from '@sonde/actions/status-pages/incident-answer.ts'
import { publicDateAt } from '@sonde/actions/status-pages/public-date.ts'

export function changeIncidentUpdate(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/status-pages/incidents/:incidentId/incident-updates/:incidentUpdateId',
    {
      schema: {
        summary: 'Change an update of an incident',
        description:
          'What is left out stays as it is. Sends no mail, whatever it says: subscribers were told when it was posted.',
        tags: ['Status Page Incidents'],
        params: IncidentUpdateParams,
        body: IncidentUpdateChange,
        response: answers({ 200: IncidentUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { incidentId, incidentUpdateId: id } = request.params
      const { description, status, publicIncidentUpdateDate: date, notifySubscribers } = request.body
      const now = deps.clock.now()
      const publicAt =
        date === undefined ? null : publicDateAt(date, { path: 'publicIncidentUpdateDate', now })
      return await deps.store.write(async (db) => {
        const incident = await findIncidentForUpdate(db, { accountId: accountOf(request).id, id: incidentId })
        if (!incident) throw notFound('incident')
        const before = await findIncidentUpdate(db, { incidentId: incident.id, id })
        if (!before) throw notFound('incident update')
        const after: IncidentUpdateRow = {
          ...before,
          description,
          status: status ?? before.status,
          publicAt: publicAt ?? before.publicAt,
          notifySubscribers: notifySubscribers ?? before.notifySubscribers,
          updatedAt: laterThan(before, now),
        }
        await writeUpdate(db, after)
        await followUpdates(db, incident, now)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'STATUS_PAGE_INCIDENT_UPDATE',
          entityId: after.id,
          entityName: incident.name,
          before: updateAnswer(before),
          after: updateAnswer(after),
        })
        return updateAnswer(after)
      })
    },
  )
}
