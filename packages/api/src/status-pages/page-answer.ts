import type { StatusPage } from '@sonde/schema/status-page.ts'
import { cardsOfPages, type ShownCard } from '@sonde/store/status-page-cards.ts'
import { incidentsOfPages, servicesOfIncidents } from '@sonde/store/status-page-incidents.ts'
import type { PageRow } from '@sonde/store/status-pages.ts'
import type { Db } from '@sonde/store/store.ts'
import { listedIncident } from './incident-answer.ts'
import { configOf } from './page-document.ts'
import { serviceAnswer } from './service-answer.ts'

const mostIncidents = 50

export async function pageAnswers(db: Db, pages: readonly PageRow[]): Promise<StatusPage[]> {
  const pageIds = pages.map(({ id }) => id)
  const cards = await cardsOfPages(db, pageIds)
  const incidents = await incidentsOfPages(db, { pageIds, limit: mostIncidents })
  const distinct = new Map([...incidents.values()].flat().map((incident) => [incident.id, incident]))
  const services = await servicesOfIncidents(db, [...distinct.values()])
  return pages.map((page) => ({
    ...configOf(page),
    id: page.id,
    accountId: page.accountId,
    name: page.name,
    url: page.url,
    customDomain: page.customDomain,
    cards: (cards.get(page.id) ?? []).map(cardAnswer),
    version: page.version,
    isPrivate: false,
    whiteLabel: true,
    keys: [],
    incidents: (incidents.get(page.id) ?? []).map((incident) =>
      listedIncident(incident, services.get(incident.id) ?? []),
    ),
    projectBindings: { owner: null, references: [] },
    created_at: new Date(page.createdAt).toISOString(),
    updated_at: page.updatedAt === null ? null : new Date(page.updatedAt).toISOString(),
  }))
}

export async function pageAnswer(db: Db, page: PageRow): Promise<StatusPage> {
  const [answer] = await pageAnswers(db, [page])
  if (answer === undefined) throw new Error('a page has no answer')
  return answer
}

function cardAnswer(card: ShownCard): StatusPage['cards'][number] {
  return {
    id: card.id,
    name: card.name,
    services: card.services.map(serviceAnswer),
    created_at: new Date(card.createdAt).toISOString(),
    updated_at: card.updatedAt === null ? null : new Date(card.updatedAt).toISOString(),
  }
}
