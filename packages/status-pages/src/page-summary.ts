import type { ComponentStatus } from '@sonde/schema/status-pages/status-page-component.ts'
import type { IncidentView, MaintenanceView, PageView } from './page-view.ts'
import type { PostedUpdate } from './posted-updates.ts'
import { componentStatusOf } from './component-status.ts'
import type { ComponentView } from './component-view.ts'
import { linkOf } from './event-html.ts'
import { isKnown, type PageState } from './page-state.ts'
import { shownUptime, type Share, type Uptime } from './service-uptime.ts'

/** What `summary.json` says: the page for programs. Fields may be added, and none is taken away. */
export function pageSummary(
  { name, address }: { name: string; address: string },
  view: PageView,
  updates: ReadonlyMap<string, readonly PostedUpdate[]>,
): string {
  const event = (each: IncidentView | MaintenanceView) => ({
    id: each.id,
    name: each.name,
    severity: each.severity,
    services: each.services,
    url: linkOf(each, address),
    updates: (updates.get(each.id) ?? []).map(({ id, status, text, at }) => ({
      id,
      status,
      description: text,
      publishedAt: iso(at),
    })),
  })
  const maintenance = (each: MaintenanceView) => ({
    ...event(each),
    status: each.status,
    description: each.description,
    startsAt: iso(each.startsAt),
    endsAt: iso(each.endsAt),
  })
  const summary = {
    page: { id: view.id, name, url: address, state: view.state },
    cards: view.cards.map((card) => ({
      id: card.id,
      name: card.name,
      uptime: card.uptime === null ? null : percent(card.uptime),
      services: card.services.map(({ id, name: service, state, source, isAutomatic, uptime }) => ({
        id,
        name: service,
        state,
        source,
        automatic: isAutomatic,
        uptime: uptime === null ? null : percent(uptime),
        measuredDays: uptime?.days ?? 0,
      })),
    })),
    ...(view.components === null ? {} : { components: view.components.map(component) }),
    incidents: view.openIncidents.map((incident) => ({
      ...event(incident),
      status: incident.status,
      startedAt: iso(incident.startsAt),
    })),
    maintenances: [...view.activeMaintenances, ...view.upcomingMaintenances].map(maintenance),
  }
  return `${JSON.stringify(summary)}\n`
}

/** Uptime is told where visitors see it. */
function component(view: ComponentView): unknown {
  if (view.kind === 'service') {
    const { id, name, state, uptime } = view.service
    const share = uptime === null || !view.showsHistory ? null : percent(uptime)
    return { id, type: 'SERVICE', name, status: knownStatus(state), state, uptime: share }
  }
  const { id, name, state, uptime, children } = view
  return {
    id,
    type: 'GROUP',
    name,
    status: knownStatus(state),
    state,
    uptime: uptime === null || !view.showsHistory ? null : percent(uptime),
    components: children.map(component),
  }
}

/** Null: nothing monitors it. */
function knownStatus(state: PageState): ComponentStatus | null {
  return isKnown(state) ? componentStatusOf(state) : null
}

/** As it is shown: two places, and 100 only for what was never down. */
function percent(uptime: Uptime | Share): number {
  return Number(shownUptime(uptime))
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
