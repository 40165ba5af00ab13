import { Incident, IncidentCreate } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createIncident } from '@sonde/actions/status-pages/create-incident.ts'

export function createIncidentRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/incidents',
    {
      schema: {
        summary: 'Open an incident',
        description:
          'With exactly one update. It is shown on every page that shows one of its services. To add a past incident, use a past date and the status RESOLVED.',
        tags: ['Status Page Incidents'],
        body: IncidentCreate,
        response: answers({ 201: Incident }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createIncident(deps, actorOf(request, deps), { input: request.body })),
  )
}
