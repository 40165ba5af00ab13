import { IncidentPage, IncidentsQuery } from '@sonde/schema/status-pages/status-page-incident.ts'
import { listIncidents as readIncidents } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { incidentAnswers } from '@sonde/actions/status-pages/incident-answer.ts'
import { readPage } from './list-position.ts'

export function listIncidents(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/incidents',
    {
      schema: {
        summary: 'List incidents',
        description: 'Newest first, each with its services and its latest updates.',
        tags: ['Status Page Incidents'],
        querystring: IncidentsQuery,
        response: answers({ 200: IncidentPage }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const { isOpen = null, ...query } = request.query
      return await readPage(
        query,
        { list: 'incidents', accountId: accountOf(request).id },
        {
          read: (page) => readIncidents(read, { ...page, isOpen }),
          show: (rows) => incidentAnswers(read, rows),
        },
      )
    },
  )
}
