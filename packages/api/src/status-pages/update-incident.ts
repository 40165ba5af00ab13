import {
  Incident,
  IncidentParams,
  IncidentPatch,
  IncidentReplace,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import {
  findIncidentForUpdate,
  replaceIncidentServices,
  servicesOfIncidents,
  updateIncident as writeIncident,
  type IncidentRow,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { incidentAnswer } from '@sonde/actions/status-pages/incident-answer.ts'
import { pickServices, requireServices } from '@sonde/actions/status-pages/named-services.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const
const url = '/v1/status-pages/incidents/:incidentId'

/** `PUT` replaces the incident without its updates; `PATCH` changes how severe it is. */
export function updateIncident(app: App, deps: ApiDeps): void {
  app.put(
    url,
    {
      schema: {
        summary: 'Replace name, severity and services of an incident',
        description:
          'Its updates stay as they are. A deleted service that the incident names may stay in it.',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        body: IncidentReplace,
        response: answers({ 200: Incident }),
      },
      config: { access },
    },
    async (request) => {
      const { name, severity, services } = request.body
      return await change(request, request.params.incidentId, async (db, before) => {
        const known = await requireServices(db, {
          accountId: before.accountId,
          named: services.map(({ id }, index) => ({ path: `services.${index}.id`, id })),
          alsoKnown: (await servicesOfIncidents(db, [before])).get(before.id) ?? [],
        })
        await replaceIncidentServices(
          db,
          before.id,
          pickServices(
            known,
            services.map(({ id }) => id),
          ),
        )
        return { ...before, name, severity }
      })
    },
  )

  app.patch(
    url,
    {
      schema: {
        summary: 'Change the severity of an incident',
        tags: ['Status Page Incidents'],
        params: IncidentParams,
        body: IncidentPatch,
        response: answers({ 200: Incident }),
      },
      config: { access },
    },
    async (request) => {
      const { severity } = request.body
      return await change(request, request.params.incidentId, async (_db, before) => ({
        ...before,
        severity,
      }))
    },
  )

  async function change(
    request: FastifyRequest,
    id: string,
    apply: (db: Db, before: IncidentRow) => Promise<IncidentRow>,
  ) {
    const accountId = accountOf(request).id
    return await deps.store.write(async (db) => {
      const before = await findIncidentForUpdate(db, { accountId, id })
      if (!before) throw notFound('incident')
      const shownBefore = await incidentAnswer(db, before)
      const changed = await apply(db, before)
      const after = { ...changed, updatedAt: laterThan(before, deps.clock.now()) }
      await writeIncident(db, after)
      const shown = await incidentAnswer(db, after)
      await recordDocument(db, actorOf(request, deps), 'STATUS_PAGE_INCIDENT', {
        before: shownBefore,
        after: shown,
      })
      return shown
    })
  }
}
