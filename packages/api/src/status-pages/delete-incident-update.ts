import { IncidentUpdateParams } from '@sonde/schema/status-pages/status-page-incident.ts'
import { followUpdates } from '@sonde/status-pages/write-incident.ts'
import {
  deleteIncidentUpdate as removeUpdate,
  findIncidentUpdate,
  updateMarksOf,
} from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { findIncidentForUpdate } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { invalid } from '../http/refusal.ts'
import { updateAnswer } from '@sonde/actions/status-pages/incident-answer.ts'

export function deleteIncidentUpdate(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/incidents/:incidentId/incident-updates/:incidentUpdateId',
    {
      schema: {
        summary: 'Delete an update of an incident',
        description: 'The only update of an incident stays: delete the incident instead.',
        tags: ['Status Page Incidents'],
        params: IncidentUpdateParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { incidentId, incidentUpdateId: id } = request.params
      const accountId = accountOf(request).id
      await deps.store.write(async (db) => {
        const incident = await findIncidentForUpdate(db, { accountId, id: incidentId })
        if (!incident) throw notFound('incident')
        const update = await findIncidentUpdate(db, { incidentId: incident.id, id })
        if (!update) throw notFound('incident update')
        if ((await updateMarksOf(db, incident.id)).length === 1) throw isTheLast()
        await removeUpdate(db, update.id)
        await followUpdates(db, incident, deps.clock.now())
        await recordChange(db, actorOf(request, deps), {
          entityType: 'STATUS_PAGE_INCIDENT_UPDATE',
          entityId: update.id,
          entityName: incident.name,
          before: updateAnswer(update),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}

function isTheLast() {
  return invalid('params', [
    {
      path: 'incidentUpdateId',
      message: 'names the only update of the incident: delete the incident instead',
    },
  ])
}
