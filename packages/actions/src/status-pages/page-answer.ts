import type { StatusPage } from '@sonde/schema/status-pages/status-page.ts'
import { cnameTargetOf, domainRecords } from '@sonde/status-pages/domains/domain-proof.ts'
import { cardsOfPages, type ShownCard } from '@sonde/store/status-pages/status-page-cards.ts'
import { incidentsOfPages, servicesOfIncidents } from '@sonde/store/status-pages/status-page-incidents.ts'
import { type DomainState, domainsOfPages } from '@sonde/store/status-pages/status-page-domains.ts'
import { countVerifiedSubscribers } from '@sonde/store/status-pages/status-page-subscribers.ts'
import { passwordsOfPages } from '@sonde/store/status-pages/status-page-passwords.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import { shownBindings } from '../projects/shown-bindings.ts'
import { listedIncident } from './incident-answer.ts'
import { configOf } from './page-document.ts'
import { pageKeyAnswer } from './page-key-answer.ts'
import { serviceAnswer } from './service-answer.ts'

const mostIncidents = 50

/** Where custom domains are to lead. */
export type PageHosting = Pick<ActionDeps, 'statusPages' | 'publicUrl'>

export async function pageAnswers(
  db: Db,
  pages: readonly PageRow[],
  hosting: PageHosting,
): Promise<StatusPage[]> {
  const pageIds = pages.map(({ id }) => id)
  const cards = await cardsOfPages(db, pageIds)
  const incidents = await incidentsOfPages(db, { pageIds, limit: mostIncidents })
  const distinct = new Map([...incidents.values()].flat().map((incident) => [incident.id, incident]))
  const services = await servicesOfIncidents(db, [...distinct.values()])
  const passwords = await passwordsOfPages(db, pageIds)
  const domains = await domainsOfPages(db, pageIds)
  const subscribers = await countVerifiedSubscribers(db, pageIds)
  const bindings = await shownBindings(db, 'status-page', pageIds)
  return pages.map((page) => ({
    ...configOf(page),
    id: page.id,
    accountId: page.accountId,
    name: page.name,
    url: page.url,
    customDomain: page.customDomain,
    layout: page.layout,
    cards: page.layout === 'COMPONENTS' ? [] : (cards.get(page.id) ?? []).map(cardAnswer),
    version: page.layout === 'COMPONENTS' ? 3 : page.version,
    revision: page.version,
    isPrivate: passwords.has(page.id),
    whiteLabel: true,
    keys: [passwords.get(page.id) ?? []].flat().map(pageKeyAnswer),
    subscriberCount: subscribers.get(page.id) ?? 0,
    customDomainStatus: domainAnswer(page, domains.get(page.id), hosting),
    incidents: (incidents.get(page.id) ?? []).map((incident) =>
      listedIncident(incident, services.get(incident.id) ?? []),
    ),
    ...bindings(page.id),
    created_at: new Date(page.createdAt).toISOString(),
    updated_at: page.updatedAt === null ? null : new Date(page.updatedAt).toISOString(),
  }))
}

export async function pageAnswer(db: Db, page: PageRow, hosting: PageHosting): Promise<StatusPage> {
  const [answer] = await pageAnswers(db, [page], hosting)
  if (answer === undefined) throw new Error('a page has no answer')
  return answer
}

function domainAnswer(
  { accountId, customDomain: domain }: PageRow,
  state: DomainState | undefined,
  { statusPages, publicUrl }: PageHosting,
): StatusPage['customDomainStatus'] {
  if (domain === null) return null
  const { verifiedAt, checkedAt, problem } = state ?? { verifiedAt: null, checkedAt: null, problem: null }
  const target = cnameTargetOf({ statusPageDomain: statusPages.domain, publicUrl: publicUrl() })
  return {
    verifiedAt: verifiedAt === null ? null : new Date(verifiedAt).toISOString(),
    lastCheckedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
    problem,
    ...domainRecords({ accountId, domain }, target),
  }
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
