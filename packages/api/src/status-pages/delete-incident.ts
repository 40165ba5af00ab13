import { IncidentParams } from '@sonde/schema/status-pages/status-page-incident.ts'
import {
  deleteIncident as removeIncident,
  findIncidentForUpdate,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { incidentAnswer } from '@sonde/actions/status-pages/incident-answer.ts'

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
      await deps.store.write(async (db) => {
        const incident = await findIncidentForUpdate(db, key)
        if (!incident) throw notFound('incident')
        const before = await incidentAnswer(db, incident)
        await removeIncident(db, key)
        await recordDocument(db, actorOf(request, deps), 'STATUS_PAGE_INCIDENT', { before, after: null })
      })
      return reply.code(204).send()
    },
  )
}
