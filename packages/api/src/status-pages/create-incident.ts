import { Incident, IncidentCreate } from '@sonde/schema/status-pages/status-page-incident.ts'
import { openIncident } from '@sonde/status-pages/write-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { incidentAnswer } from '@sonde/actions/status-pages/incident-answer.ts'
import { pickServices, requireServices } from '@sonde/actions/status-pages/named-services.ts'
import { newUpdate } from '@sonde/actions/status-pages/new-update.ts'
import { notifyingOf } from '@sonde/actions/status-pages/notifying.ts'

export function createIncident(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/incidents',
    {
      schema: {
        summary: 'Open an incident',
        description:
          'With exactly one update. It shows on every page that shows one of its services. One that is over is told by a past date and the status RESOLVED.',
        tags: ['Status Page Incidents'],
        body: IncidentCreate,
        response: answers({ 201: Incident }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { name, severity, services, incidentUpdates } = request.body
      const notifying = notifyingOf(deps, accountOf(request).id)
      const [sent] = incidentUpdates
      if (sent === undefined) throw new Error('the schema lets no incident without an update pass')
      const update = newUpdate(sent, { path: 'incidentUpdates.0.', now: notifying.at })
      const answer = await deps.store.write(async (db) => {
        const known = await requireServices(db, {
          accountId: notifying.accountId,
          named: services.map(({ id }, index) => ({ path: `services.${index}.id`, id })),
        })
        const opened = await openIncident(db, notifying, {
          name,
          severity,
          checkId: null,
          excludedPageIds: [],
          services: pickServices(
            known,
            services.map(({ id }) => id),
          ),
          update,
        })
        const shown = await incidentAnswer(db, opened.incident)
        await recordDocument(db, actorOf(request, deps), 'STATUS_PAGE_INCIDENT', {
          before: null,
          after: shown,
        })
        return shown
      })
      if (update.notifySubscribers) deps.wakeDelivery()
      return reply.code(201).send(answer)
    },
  )
}
