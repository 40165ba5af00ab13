import type { MaintenanceStatus, StatusPageVisibility } from '@sonde/schema/maintenance-window.ts'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isSqlite } from './engine-of.ts'
import { parseWindowConfig } from './maintenance-windows.ts'
import { type IncidentRow, toIncident } from './status-page-incidents.ts'
import { type PageRow, toPage } from './status-pages.ts'

/** `url` in lower case. */
export async function findPageByUrl(db: Db, url: string): Promise<PageRow | null> {
  const row = await db.selectFrom('status_pages').selectAll().where('url', '=', url).executeTakeFirst()
  return row === undefined ? null : toPage(row)
}

/** Those that have begun and not ended at `at`, newest first, however many ended ones are newer. */
export async function openIncidentsOf(
  db: Db,
  { pageId, at, limit }: { pageId: string; at: number; limit: number },
): Promise<IncidentRow[]> {
  const shownIds = db
    .selectFrom('status_page_cards as card')
    .innerJoin('status_page_card_services as shown', 'shown.card_id', 'card.id')
    .innerJoin('incident_services as named', 'named.service_id', 'shown.service_id')
    .select('named.incident_id')
    .where('card.page_id', '=', pageId)
  const rows = await db
    .selectFrom('status_page_incidents as incident')
    .selectAll()
    .where('incident.id', 'in', shownIds)
    .where(sql<boolean>`incident.excluded_pages not like '%' || ${pageId} || '%'`)
    .where('started_at', '<=', at)
    .where((builder) => builder.or([builder('ended_at', 'is', null), builder('ended_at', '>', at)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toIncident)
}

export type PublishedMaintenance = {
  id: string
  name: string
  description: string | null
  status: MaintenanceStatus
  startsAt: number
  endsAt: number
  timezone: string | null
  visibility: StatusPageVisibility
}

/** What the page shows of maintenance that goes on or is to come, earliest first. */
export async function publishedMaintenances(
  db: Db,
  { accountId, pageId, at }: { accountId: string; pageId: string; at: number },
): Promise<PublishedMaintenance[]> {
  const rows = await db
    .selectFrom('maintenances')
    .innerJoin('maintenance_windows', 'maintenance_windows.id', 'maintenances.window_id')
    .select([
      'maintenances.id',
      'maintenances.status',
      'maintenances.starts_at',
      'maintenances.ends_at',
      'maintenance_windows.name',
      'maintenance_windows.config',
    ])
    .where('maintenances.account_id', '=', accountId)
    .where('maintenances.status', 'in', ['SCHEDULED', 'IN_PROGRESS', 'VERIFYING'])
    .where('maintenances.is_deleted', '=', isSqlite(db) ? 0 : false)
    .orderBy('maintenances.starts_at')
    .orderBy('maintenances.id')
    .execute()
  return rows.flatMap((row): PublishedMaintenance[] => {
    const { statusPageVisibility: visibility, description, timezone } = parseWindowConfig(row.config)
    if (!visibility.enabled || !visibility.statusPageIds.includes(pageId)) return []
    // The job that begins and ends it may not have come by yet.
    if (visibility.autoEnd && row.ends_at <= at) return []
    const { id, name, starts_at: startsAt, ends_at: endsAt } = row
    const hasBegun = row.status === 'SCHEDULED' && visibility.autoStart && startsAt <= at
    const status = hasBegun ? 'IN_PROGRESS' : row.status
    return [{ id, name, description, status, startsAt, endsAt, timezone, visibility }]
  })
}
