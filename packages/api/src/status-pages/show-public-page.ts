import { listMaintenanceUpdates } from '@sonde/store/maintenance-updates.ts'
import { findPageByUrl, openIncidentsOf, publishedMaintenances } from '@sonde/store/public-page.ts'
import { cardsOfPages } from '@sonde/store/status-page-cards.ts'
import { latestUpdatesOf } from '@sonde/store/status-page-incident-updates.ts'
import { servicesOfIncidents } from '@sonde/store/status-page-incidents.ts'
import type { PageRow } from '@sonde/store/status-pages.ts'
import type { Db } from '@sonde/store/store.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { plainPagePolicy } from '../http/plain-page.ts'
import { configOf } from './page-document.ts'
import { noPage, type PublicPage, publicPage } from './public-page.ts'

const mostIncidents = 50

/** An update may be dated some minutes ahead; one of so many is surely public. */
const updatesLookedAt = 20

/** Where the link in mails to subscribers leads: the state of a page in plain words, for everybody. */
export function showPublicPage(app: App, deps: ApiDeps): void {
  app.get(
    '/status/:url',
    { schema: { hide: true }, config: { access: publicAccess } },
    async (request, reply) => {
      const page = await findPageByUrl(deps.store.read, urlOf(request))
      if (page === null) return show(reply, 404, noPage())
      const content = await contentOf(deps.store.read, page, deps.clock.now())
      return show(cached(reply), 200, publicPage(content))
    },
  )
}

async function contentOf(db: Db, page: PageRow, at: number): Promise<PublicPage> {
  const { id: pageId, accountId, name } = page
  const cards = (await cardsOfPages(db, [pageId])).get(pageId) ?? []
  const shown = new Map(
    cards.flatMap(({ services }) => services.map((service) => [service.id, service.name])),
  )
  const incidents = await openIncidentsOf(db, { pageId, at, limit: mostIncidents })
  const affected = await servicesOfIncidents(db, incidents)
  const incidentIds = incidents.map(({ id }) => id)
  const updates = await latestUpdatesOf(db, { incidentIds, limit: updatesLookedAt })
  const maintenances = await publishedMaintenances(db, { accountId, pageId, at })
  const said = await listMaintenanceUpdates(
    db,
    maintenances.map(({ id }) => id),
  )
  return {
    name,
    description: configOf(page).description,
    cards: cards.map((card) => ({ name: card.name, services: card.services.map((service) => service.name) })),
    incidents: incidents.flatMap((incident) => {
      const update = updates.get(incident.id)?.find(({ publicAt }) => publicAt <= at)
      if (update === undefined) return []
      return [
        {
          name: incident.name,
          severity: incident.severity,
          services: (affected.get(incident.id) ?? [])
            .filter(({ id }) => shown.has(id))
            .map((each) => each.name),
          update: { status: update.status, text: update.description, at: update.publicAt },
        },
      ]
    }),
    maintenances: maintenances.map((maintenance) => {
      const { visibility, startsAt, endsAt, timezone } = maintenance
      const named = visibility.affectAllServices ? [...shown.keys()] : visibility.serviceIds
      const services = visibility.showAffectedServices ? named : []
      const latest = said.find(({ maintenanceId }) => maintenanceId === maintenance.id)
      return {
        name: maintenance.name,
        status: maintenance.status,
        text: latest?.description ?? maintenance.description,
        services: services.flatMap((id) => shown.get(id) ?? []),
        period: { startsAt, endsAt, timezone },
      }
    }),
  }
}

/** A text of another form is no page, and may be one that the database cannot take. */
function urlOf(request: FastifyRequest): string {
  const { url } = request.params as { url: string }
  return /^[A-Za-z0-9-]{1,63}$/.test(url) ? url.toLowerCase() : ''
}

function cached(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'public, max-age=30')
}

function show(reply: FastifyReply, statusCode: number, html: string): FastifyReply {
  return reply
    .code(statusCode)
    .header('content-security-policy', plainPagePolicy)
    .type('text/html; charset=utf-8')
    .send(html)
}
