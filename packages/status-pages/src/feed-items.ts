import { dayMs } from '@sonde/ground/durations.ts'
import { showMoment } from '@sonde/ground/shown-time.ts'
import { listMaintenanceUpdates } from '@sonde/store/maintenance/maintenance-updates.ts'
import { incidentUpdatesShownOn } from '@sonde/store/status-pages/public-events.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { linkOf } from './event-html.ts'
import type { IncidentView, MaintenanceView, PageView } from './page-view.ts'
import { shownDays } from './service-uptime.ts'
import { severityWords, statusWords } from './status-words.ts'

/** One thing that was said about an incident or a maintenance. */
export type FeedItem = {
  /** The same for ever, on every address of the page. */
  guid: string
  title: string
  /** As it was written, in Markdown. */
  text: string
  /** What is known beside it, a line each. */
  facts: readonly string[]
  link: string
  publishedAt: number
  updatedAt: number
}

const mostItems = 50

/** What was said in the last 90 days about what the page shows, latest first. `address` is that of the page. */
export async function loadFeedItems(
  db: Db,
  { page, view, address, now }: { page: PageRow; view: PageView; address: string; now: number },
): Promise<FeedItem[]> {
  const from = now - shownDays * dayMs
  const incidents = new Map(
    [...view.openIncidents, ...view.past].flatMap((event) =>
      event.kind === 'incident' ? [[event.id, event] as const] : [],
    ),
  )
  const maintenances = [...view.activeMaintenances, ...view.upcomingMaintenances, ...view.past].filter(
    (event) => event.kind === 'maintenance',
  )
  const [ofIncidents, ofMaintenances] = await Promise.all([
    incidentUpdatesShownOn(db, { pageId: page.id, from, to: now, limit: mostItems }),
    listMaintenanceUpdates(
      db,
      maintenances.map(({ id }) => id),
    ),
  ])
  const updates = Map.groupBy(ofMaintenances, ({ maintenanceId }) => maintenanceId)
  const items = [
    ...ofIncidents.flatMap((update): FeedItem[] => {
      const incident = incidents.get(update.incidentId)
      if (incident === undefined) return []
      return [
        {
          guid: `urn:uuid:${update.id}`,
          title: titleOf(incident, update.status),
          text: update.description.trim(),
          facts: factsOf(incident),
          link: linkOf(incident, address),
          publishedAt: update.publicAt,
          updatedAt: update.changedAt,
        },
      ]
    }),
    ...maintenances.flatMap((maintenance): FeedItem[] => [
      // That it is planned nobody had to say, and readers of a feed want to know it most.
      {
        guid: `urn:uuid:${maintenance.id}`,
        title: titleOf(maintenance, 'SCHEDULED'),
        text: (maintenance.description ?? '').trim(),
        facts: factsOf(maintenance),
        link: linkOf(maintenance, address),
        publishedAt: maintenance.plannedAt,
        updatedAt: maintenance.plannedAt,
      },
      ...(updates.get(maintenance.id) ?? []).map((update) => ({
        guid: `urn:uuid:${update.id}`,
        title: titleOf(maintenance, update.status),
        text: update.description.trim(),
        facts: factsOf(maintenance),
        link: linkOf(maintenance, address),
        publishedAt: update.createdAt,
        updatedAt: update.updatedAt ?? update.createdAt,
      })),
    ]),
  ]
  return items
    .filter(({ publishedAt }) => publishedAt >= from && publishedAt <= now)
    .toSorted((a, b) => b.publishedAt - a.publishedAt)
    .slice(0, mostItems)
}

function titleOf(event: IncidentView | MaintenanceView, status: keyof typeof statusWords): string {
  const severity = event.severity === null ? '' : `, ${severityWords[event.severity].toLowerCase()}`
  const kind = event.kind === 'maintenance' ? 'Maintenance: ' : ''
  return `${kind}${event.name} (${statusWords[status]}${severity})`
}

function factsOf(event: IncidentView | MaintenanceView): string[] {
  const period =
    event.kind === 'maintenance' ? [`From ${showMoment(event.startsAt)} to ${showMoment(event.endsAt)}`] : []
  const services = event.services.length === 0 ? [] : [`Services: ${event.services.join(', ')}`]
  return [...period, ...services]
}
