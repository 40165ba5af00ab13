import { dayMs } from '@sonde/ground/durations.ts'
import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import {
  incidentsShownOn,
  maintenancesShownOn,
  marksDatedAhead,
  type PublicIncident,
  type PublicMaintenance,
} from '@sonde/store/status-pages/public-events.ts'
import { triggeredServices } from '@sonde/store/status-pages/followed-checks.ts'
import { followsOfServices } from '@sonde/store/status-pages/service-follows.ts'
import { cardsOfPages } from '@sonde/store/status-pages/status-page-cards.ts'
import { componentsOfPages } from '@sonde/store/status-pages/status-page-components.ts'
import { watchedComponents } from '@sonde/store/status-pages/status-page-rules.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { pageStateOf } from './component-status.ts'
import {
  componentsView,
  type ComponentView,
  type PageComponent,
  servicesIn,
  visibleComponents,
} from './component-view.ts'
import { dayBars, shownDaysAt } from './day-bars.ts'
import type { createFollowedServices, FollowedView } from './followed-services.ts'
import type { Interval } from './interval-union.ts'
import { courseAt, isActive } from './maintenance-course.ts'
import { knownDays } from './measured-days.ts'
import { nextChangeAfter } from './next-change.ts'
import { byWeight, isAffected, isSeverity, type PageState, worstOf } from './page-state.ts'
import { publicCourses } from './public-course.ts'
import { meanUptime, shownDays, type Share } from './service-uptime.ts'
import type { ServiceView } from './service-view.ts'

export type CardView = { id: string; name: string; uptime: Share | null; services: ServiceView[] }

type EventView = {
  id: string
  name: string
  startsAt: number
  /** Of the page; empty where they are not to be named. */
  services: string[]
}

export type IncidentView = EventView & {
  kind: 'incident'
  severity: IncidentSeverity
  isAutomatic: boolean
  status: IncidentStatus
  isOpen: boolean
  /** Null while it goes on. */
  endsAt: number | null
}

export type MaintenanceView = EventView & {
  kind: 'maintenance'
  severity: IncidentSeverity | null
  status: MaintenanceStatus
  /** As planned, or as it came. */
  endsAt: number
  description: string | null
  plannedAt: number
}

/** All that a page shows, but what was said about each event. */
export type PageView = {
  id: string
  state: PageState
  cards: CardView[]
  /** Of a page with components, which has no cards; null for one with cards. */
  components: ComponentView[] | null
  /** Each that is shown, once. */
  services: ServiceView[]
  /** The worst first, of equally bad ones the newest. */
  openIncidents: IncidentView[]
  activeMaintenances: MaintenanceView[]
  /** The next one first. */
  upcomingMaintenances: MaintenanceView[]
  /** What is over and began in the last 90 days, or reached into them; latest first. */
  past: (IncidentView | MaintenanceView)[]
  /** Until then nothing begins or ends on the page unless somebody writes it. */
  changesAt: number
}

export type LoadFollowed = ReturnType<typeof createFollowedServices>

export async function loadPageView(
  db: Db,
  page: PageRow,
  { now, loadFollowed }: { now: number; loadFollowed: LoadFollowed },
): Promise<PageView> {
  const { id: pageId, accountId } = page
  const from = now - shownDays * dayMs
  const [cards, components, storedIncidents, marks, maintenances] = await Promise.all([
    loadCards(db, pageId),
    loadComponents(db, page),
    incidentsShownOn(db, { pageId, from, to: now }),
    marksDatedAhead(db, { pageId, now }),
    maintenancesShownOn(db, { accountId, pageId, from }),
  ])
  const incidents = publicCourses(storedIncidents, marks, { from, now })
  const services = cards.flatMap((card) => card.services)
  const follows = await followsOfServices(
    db,
    services.map(({ id }) => id),
  )
  const followed = await loadFollowed(db, { accountId, follows, from, now })
  const watchedSince =
    components !== null
      ? await watchedComponents(db, { accountId, pageId })
      : services.every(({ id }) => follows.has(id))
        ? new Map<string, number>()
        : await triggeredServices(db, accountId)
  const changesAt = Math.min(
    nextChangeAfter(now, { marks, maintenances }),
    followed.changesAt ?? Number.POSITIVE_INFINITY,
  )
  const sources = { followed: followed.byService, watchedSince }
  return { ...pageViewOf({ page, cards, components, incidents, maintenances, now, sources }), changesAt }
}

/** One incident or maintenance, however old: the links in mails lead to it. Null when the page does not show it. */
export async function loadEvent(
  db: Db,
  page: PageRow,
  { kind, id, now }: { kind: 'incident' | 'maintenance'; id: string; now: number },
): Promise<{ event: IncidentView | MaintenanceView; changesAt: number } | null> {
  const { id: pageId, accountId } = page
  const isIncident = kind === 'incident'
  const [cards, components, storedIncidents, marks, maintenances] = await Promise.all([
    loadCards(db, pageId),
    loadComponents(db, page),
    isIncident ? incidentsShownOn(db, { pageId, from: 0, to: now, id }) : [],
    isIncident ? marksDatedAhead(db, { pageId, now }) : [],
    isIncident ? [] : maintenancesShownOn(db, { accountId, pageId, from: 0, id }),
  ])
  const names = namesOn(cards, components)
  const changesAt = nextChangeAfter(now, { marks, maintenances })
  const [incident] = publicCourses(storedIncidents, marks, { from: 0, now })
  const [maintenance] = maintenances
  if (incident !== undefined) return { event: incidentView(incident, { names }), changesAt }
  if (maintenance === undefined) return null
  return { event: maintenanceView(maintenance, { names, now }), changesAt }
}

type CardService = { id: string; name: string; createdAt: number }
type Cards = readonly { id: string; name: string; services: readonly CardService[] }[]

async function loadCards(db: Db, pageId: string): Promise<Cards> {
  const cards = (await cardsOfPages(db, [pageId])).get(pageId) ?? []
  return cards.map(({ id, name, services }) => ({
    id,
    name,
    services: services.map((service) => ({
      id: service.id,
      name: service.name,
      createdAt: service.createdAt,
    })),
  }))
}

async function loadComponents(
  db: Db,
  { id, layout }: Pick<PageRow, 'id' | 'layout'>,
): Promise<PageComponent[] | null> {
  return layout === 'CARDS' ? null : ((await componentsOfPages(db, [id])).get(id) ?? [])
}

function pageViewOf({
  page,
  cards,
  components,
  incidents,
  maintenances,
  now,
  sources,
}: {
  page: PageRow
  cards: Cards
  components: readonly PageComponent[] | null
  incidents: readonly PublicIncident[]
  maintenances: readonly PublicMaintenance[]
  now: number
  sources: { followed: ReadonlyMap<string, FollowedView>; watchedSince: ReadonlyMap<string, number> }
}): Omit<PageView, 'changesAt'> {
  const names = namesOn(cards, components)
  const published = maintenances.flatMap((maintenance) => {
    const { visibility } = maintenance
    const { active, status } = courseAt(maintenance, now)
    if (active === null || !visibility.showAffectedServices) return []
    return [{ active, isActive: isActive(status), covers: coveredBy(visibility) }]
  })
  const incidentsOf = new Map<string, PublicIncident[]>()
  for (const incident of incidents) {
    for (const serviceId of incident.serviceIds) {
      const list = incidentsOf.get(serviceId)
      if (list === undefined) incidentsOf.set(serviceId, [incident])
      else list.push(incident)
    }
  }
  const views = new Map<string, ServiceView>()
  const dayStarts = shownDaysAt(now)
  const viewOf = ({ id, name, createdAt }: CardService): ServiceView => {
    const known = views.get(id)
    if (known !== undefined) return known
    const own = incidentsOf.get(id) ?? []
    const states = own.map((incident) => ({ incident, state: stateIn(incident, id) }))
    const intervals = states.flatMap(({ incident, state }) =>
      isSeverity(state) ? [{ ...intervalOf(incident, now), severity: state }] : [],
    )
    const covering = published.filter(({ covers }) => covers(id))
    // What an incident calls maintenance is no time of being down.
    const worked = states.filter(({ state }) => state === 'MAINTENANCE')
    const periods = [
      ...covering.map(({ active }) => active),
      ...worked.map(({ incident }) => intervalOf(incident, now)),
    ]
    const followed = sources.followed.get(id) ?? null
    const watchedSince = sources.watchedSince.get(id) ?? null
    const existsSince = Math.max(createdAt, page.createdAt, followed === null ? (watchedSince ?? 0) : 0)
    const measured = knownDays(followed?.days ?? null, {
      dayStarts,
      // Whoever reports an incident of an earlier day says that the service was there.
      existsSince: Math.min(existsSince, ...own.map(({ startedAt }) => startedAt)),
      isWatched: watchedSince !== null,
      incidents: intervals,
      maintenances: periods,
      now,
    })
    const announced = worstOf(
      [
        ...states.filter(({ incident }) => incident.endedAt === null).map(({ state }) => state),
        ...covering.filter((each) => each.isActive).map((): PageState => 'MAINTENANCE'),
      ],
      'NOT_MONITORED',
    )
    // Works that were announced explain what its checks say meanwhile.
    const isExplained = covering.some((each) => each.isActive) && isAffected(followed?.state ?? 'NO_DATA')
    const byChecks = isExplained
      ? 'MAINTENANCE'
      : (followed?.state ?? (watchedSince === null ? 'NOT_MONITORED' : 'OPERATIONAL'))
    const state = worstOf([byChecks], announced)
    const view: ServiceView = {
      id,
      name,
      state,
      source:
        followed !== null
          ? 'checks'
          : watchedSince !== null || announced !== 'NOT_MONITORED'
            ? 'incidents'
            : 'none',
      isAutomatic: followed !== null && state === byChecks && state !== announced,
      uptime: measured.uptime,
      days: dayBars({ measured: measured.days, incidents: intervals, maintenances: periods, now }),
    }
    views.set(id, view)
    return view
  }
  const componentViews = components === null ? null : componentsView(components, viewOf)
  const incidentViews = incidents.map((incident) => incidentView(incident, { names }))
  const maintenanceViews = maintenances.map((each) => maintenanceView(each, { names, now }))
  const openIncidents = incidentViews
    .filter(({ isOpen }) => isOpen)
    .toSorted((a, b) => byWeight(b.severity, a.severity) || b.startsAt - a.startsAt)
  const activeMaintenances = maintenanceViews.filter(({ status }) => isActive(status))
  const from = now - shownDays * dayMs
  const over = maintenanceViews.filter(
    ({ status, endsAt }) => (status === 'COMPLETED' || status === 'CANCELLED') && endsAt >= from,
  )
  const cardViews = (components === null ? cards : []).map((card) => {
    const services = card.services.map(viewOf)
    return {
      id: card.id,
      name: card.name,
      uptime: meanUptime(services.map(({ uptime }) => uptime)),
      services,
    }
  })
  return {
    id: page.id,
    state: worstOf(
      [
        ...[...views.values()].map(({ state }) => state),
        // Components say themselves how an incident affects them.
        ...(components === null ? openIncidents.map(({ severity }) => severity) : []),
        ...activeMaintenances.map((): PageState => 'MAINTENANCE'),
      ],
      'NOT_MONITORED',
    ),
    cards: cardViews,
    components: componentViews,
    services:
      componentViews === null
        ? [...new Map(cardViews.flatMap((card) => card.services.map((each) => [each.id, each]))).values()]
        : servicesIn(componentViews),
    openIncidents,
    activeMaintenances,
    // One that waits for a hand, and had none until its end, is not to come.
    upcomingMaintenances: maintenanceViews
      .filter(({ status, endsAt }) => status === 'SCHEDULED' && endsAt > now)
      .toReversed(),
    past: [...incidentViews.filter(({ isOpen }) => !isOpen), ...over].toSorted(
      (a, b) => b.startsAt - a.startsAt,
    ),
  }
}

type Showing = { names: ReadonlyMap<string, string>; now: number }

/** Without those that are hidden, by themselves or with their group. */
function namesOn(cards: Cards, components: readonly PageComponent[] | null): Map<string, string> {
  if (components !== null) return new Map(visibleComponents(components).map(({ id, name }) => [id, name]))
  return new Map(cards.flatMap((card) => card.services.map(({ id, name }) => [id, name])))
}

/** How an incident makes a service: a component as it says, any other by how severe it is. */
function stateIn({ impacts, severity }: PublicIncident, serviceId: string): PageState {
  const impact = impacts.get(serviceId)
  return impact === undefined ? severity : pageStateOf(impact)
}

function incidentView(incident: PublicIncident, { names }: Pick<Showing, 'names'>): IncidentView {
  return {
    kind: 'incident',
    id: incident.id,
    name: incident.name,
    severity: incident.severity,
    isAutomatic: incident.isAutomatic,
    status: incident.lastStatus,
    isOpen: incident.endedAt === null,
    startsAt: incident.startedAt,
    endsAt: incident.endedAt,
    services: incident.serviceIds.flatMap((id) => names.get(id) ?? []),
  }
}

function maintenanceView(maintenance: PublicMaintenance, { names, now }: Showing): MaintenanceView {
  const { visibility } = maintenance
  const { status, active } = courseAt(maintenance, now)
  const covered = visibility.affectAllServices ? [...names.keys()] : visibility.serviceIds
  return {
    kind: 'maintenance',
    id: maintenance.id,
    name: maintenance.name,
    severity: visibility.severity,
    status,
    startsAt: active?.startAt ?? maintenance.startsAt,
    endsAt: active !== null && !isActive(status) ? active.endAt : maintenance.endsAt,
    description: maintenance.description,
    plannedAt: maintenance.createdAt,
    services: visibility.showAffectedServices ? covered.flatMap((id) => names.get(id) ?? []) : [],
  }
}

function coveredBy(visibility: PublicMaintenance['visibility']): (serviceId: string) => boolean {
  const serviceIds = new Set(visibility.serviceIds)
  return (serviceId) => visibility.affectAllServices || serviceIds.has(serviceId)
}

function intervalOf({ startedAt, endedAt }: PublicIncident, now: number): Interval {
  return { startAt: startedAt, endAt: endedAt ?? now }
}
