import { dayMs } from '@sonde/ground/durations.ts'
import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import { listMaintenanceUpdates } from '@sonde/store/maintenance/maintenance-updates.ts'
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
import { latestUpdatesOf } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { dayBars, shownDaysAt } from './day-bars.ts'
import type { createFollowedServices, FollowedView } from './followed-services.ts'
import type { Interval } from './interval-union.ts'
import { courseAt, isActive } from './maintenance-course.ts'
import { knownDays } from './measured-days.ts'
import { nextChangeAfter } from './next-change.ts'
import { byWeight, isAffected, type PageState, worstOf } from './page-state.ts'
import { publicCourses } from './public-course.ts'
import { meanUptime, shownDays, type Share, type Uptime } from './service-uptime.ts'

export type ServiceView = {
  id: string
  name: string
  state: PageState
  /** By what its state is known: the checks that it follows, what people and alerts report, or by nothing. */
  source: 'checks' | 'incidents' | 'none'
  /** Whether its checks say so, and no incident. */
  isAutomatic: boolean
  /** Null: nothing was seen of it. */
  uptime: Uptime | null
  days: PageState[]
}

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
  const [cards, storedIncidents, marks, maintenances] = await Promise.all([
    loadCards(db, pageId),
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
  const isTriggered = services.every(({ id }) => follows.has(id))
    ? new Set<string>()
    : await triggeredServices(db, accountId)
  const changesAt = Math.min(
    nextChangeAfter(now, { marks, maintenances }),
    followed.changesAt ?? Number.POSITIVE_INFINITY,
  )
  const sources = { followed: followed.byService, isTriggered }
  return { ...pageViewOf({ page, cards, incidents, maintenances, now, sources }), changesAt }
}

/** One incident or maintenance, however old: the links in mails lead to it. Null when the page does not show it. */
export async function loadEvent(
  db: Db,
  page: PageRow,
  { kind, id, now }: { kind: 'incident' | 'maintenance'; id: string; now: number },
): Promise<{ event: IncidentView | MaintenanceView; changesAt: number } | null> {
  const { id: pageId, accountId } = page
  const isIncident = kind === 'incident'
  const [cards, storedIncidents, marks, maintenances] = await Promise.all([
    loadCards(db, pageId),
    isIncident ? incidentsShownOn(db, { pageId, from: 0, to: now, id }) : [],
    isIncident ? marksDatedAhead(db, { pageId, now }) : [],
    isIncident ? [] : maintenancesShownOn(db, { accountId, pageId, from: 0, id }),
  ])
  const names = namesOn(cards)
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

function pageViewOf({
  page,
  cards,
  incidents,
  maintenances,
  now,
  sources,
}: {
  page: PageRow
  cards: Cards
  incidents: readonly PublicIncident[]
  maintenances: readonly PublicMaintenance[]
  now: number
  sources: { followed: ReadonlyMap<string, FollowedView>; isTriggered: ReadonlySet<string> }
}): Omit<PageView, 'changesAt'> {
  const names = namesOn(cards)
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
    const intervals = own.map((incident) => ({ ...intervalOf(incident, now), severity: incident.severity }))
    const covering = published.filter(({ covers }) => covers(id))
    const periods = covering.map(({ active }) => active)
    const followed = sources.followed.get(id) ?? null
    const isTriggered = sources.isTriggered.has(id)
    const existsSince = Math.max(createdAt, page.createdAt)
    const measured = knownDays(followed?.days ?? null, {
      dayStarts,
      // Whoever reports an incident of an earlier day says that the service was there.
      existsSince: Math.min(existsSince, ...own.map(({ startedAt }) => startedAt)),
      isTriggered,
      incidents: intervals,
      maintenances: periods,
      now,
    })
    const announced = worstOf(
      [
        ...own.filter(({ endedAt }) => endedAt === null).map(({ severity }) => severity),
        ...covering.filter((each) => each.isActive).map((): PageState => 'MAINTENANCE'),
      ],
      'NOT_MONITORED',
    )
    // Works that were announced explain what its checks say meanwhile.
    const isExplained = covering.some((each) => each.isActive) && isAffected(followed?.state ?? 'NO_DATA')
    const byChecks = isExplained
      ? 'MAINTENANCE'
      : (followed?.state ?? (isTriggered ? 'OPERATIONAL' : 'NOT_MONITORED'))
    const state = worstOf([byChecks], announced)
    const view: ServiceView = {
      id,
      name,
      state,
      source:
        followed !== null ? 'checks' : isTriggered || announced !== 'NOT_MONITORED' ? 'incidents' : 'none',
      isAutomatic: followed !== null && state === byChecks && state !== announced,
      uptime: measured.uptime,
      days: dayBars({ measured: measured.days, incidents: intervals, maintenances: periods, now }),
    }
    views.set(id, view)
    return view
  }
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
  const cardViews = cards.map((card) => {
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
        ...openIncidents.map(({ severity }) => severity),
        ...activeMaintenances.map((): PageState => 'MAINTENANCE'),
      ],
      'NOT_MONITORED',
    ),
    cards: cardViews,
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

function namesOn(cards: Cards): Map<string, string> {
  return new Map(cards.flatMap((card) => card.services.map(({ id, name }) => [id, name])))
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

/** Something that was said about an event. */
export type PostedUpdate = {
  id: string
  status: IncidentStatus | MaintenanceStatus
  text: string
  at: number
}

/** By event, latest first: what was said about each and is public at `now`, without the first `skip` of each. */
export async function loadUpdates(
  db: Db,
  events: readonly (IncidentView | MaintenanceView)[],
  { now, perEvent, skip = 0 }: { now: number; perEvent: number; skip?: number },
): Promise<Map<string, PostedUpdate[]>> {
  const idsOf = (kind: 'incident' | 'maintenance') =>
    events.filter((event) => event.kind === kind).map(({ id }) => id)
  const [ofIncidents, ofMaintenances] = await Promise.all([
    latestUpdatesOf(db, { incidentIds: idsOf('incident'), limit: perEvent, skip, now }),
    listMaintenanceUpdates(db, idsOf('maintenance')),
  ])
  const updatesByEvent = new Map<string, PostedUpdate[]>()
  for (const [id, updates] of ofIncidents) {
    updatesByEvent.set(
      id,
      updates.map((update) => ({
        id: update.id,
        status: update.status,
        text: update.description,
        at: update.publicAt,
      })),
    )
  }
  for (const [id, updates] of Map.groupBy(ofMaintenances, ({ maintenanceId }) => maintenanceId)) {
    updatesByEvent.set(
      id,
      updates.slice(skip, skip + perEvent).map((update) => ({
        id: update.id,
        status: update.status,
        text: update.description,
        at: update.createdAt,
      })),
    )
  }
  return updatesByEvent
}
