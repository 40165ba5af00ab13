import type { MaintenanceStatus, StatusPageVisibility } from '@sonde/schema/alerts/maintenance-window.ts'
import type { ComponentImpact } from '@sonde/schema/status-pages/status-page-component.ts'
import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { parseWindowConfig } from '../maintenance/maintenance-windows.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

/** An incident as a page shows it: with those of its services that are on the page. */
export type PublicIncident = {
  id: string
  name: string
  severity: IncidentSeverity
  /** Whether the alert of a check opened it, or a rule. */
  isAutomatic: boolean
  lastStatus: IncidentStatus
  startedAt: number
  /** Null while it goes on. */
  endedAt: number | null
  serviceIds: string[]
  /** How it affects each of them that is a component. */
  impacts: ReadonlyMap<string, ComponentImpact>
}

/** Those of a page that had begun by `to` and had not ended before `from`, latest start first; or one of them. */
export async function incidentsShownOn(
  db: Db,
  { pageId, from, to, id }: { pageId: string; from: number; to: number; id?: string },
): Promise<PublicIncident[]> {
  // One text for each incident: on a page with hundreds of services, a row for each pair is most of the work.
  const serviceIds = isSqlite(db)
    ? sql<string>`group_concat(named.service_id || ':' || coalesce(named.impact, ''), ',' order by named.position)`
    : sql<string>`string_agg(cast(named.service_id as text) || ':' || coalesce(named.impact, ''), ',' order by named.position)`
  let named = db
    .selectFrom('incident_services as named')
    .select(['named.incident_id', serviceIds.as('service_ids')])
    .where('named.service_id', 'in', servicesOn(db, pageId))
    .groupBy('named.incident_id')
  if (id !== undefined) named = named.where('named.incident_id', '=', id)
  const rows = await db
    .selectFrom(named.as('shown'))
    .innerJoin('status_page_incidents as incident', 'incident.id', 'shown.incident_id')
    .select([
      'incident.id',
      'incident.name',
      'incident.severity',
      'incident.check_id',
      'incident.rule_id',
      'incident.last_status',
      'incident.started_at',
      'incident.ended_at',
      'shown.service_ids',
    ])
    .where(sql<boolean>`incident.excluded_pages not like '%' || ${pageId} || '%'`)
    .where('incident.started_at', '<=', to)
    .where((builder) =>
      builder.or([builder('incident.ended_at', 'is', null), builder('incident.ended_at', '>=', from)]),
    )
    .orderBy('incident.started_at', 'desc')
    .orderBy('incident.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    severity: row.severity,
    isAutomatic: row.check_id !== null || row.rule_id !== null,
    lastStatus: row.last_status,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    ...namedIn(row.service_ids),
  }))
}

/** Of a list of `<service>:<impact>`. Safe because nothing else is written as an impact. */
function namedIn(text: string): Pick<PublicIncident, 'serviceIds' | 'impacts'> {
  const pairs = text.split(',').map((pair) => pair.split(':'))
  return {
    serviceIds: pairs.map(([id = '']) => id),
    impacts: new Map(
      pairs.flatMap(([id = '', impact = '']) => (impact === '' ? [] : [[id, impact as ComponentImpact]])),
    ),
  }
}

/** An update of an incident, without its text. */
export type PublicMark = { incidentId: string; status: IncidentStatus; publicAt: number }

/** All updates of those incidents of a page of which one is dated after `now`, in their order. */
export async function marksDatedAhead(
  db: Db,
  { pageId, now }: { pageId: string; now: number },
): Promise<PublicMark[]> {
  const rows = await db
    .selectFrom('incident_updates as said')
    .select(['said.incident_id', 'said.status', 'said.public_at'])
    .where(
      'said.incident_id',
      'in',
      db
        .selectFrom('incident_services as named')
        .innerJoin('incident_updates as ahead', 'ahead.incident_id', 'named.incident_id')
        .select('named.incident_id')
        .where('named.service_id', 'in', servicesOn(db, pageId))
        .where('ahead.public_at', '>', now),
    )
    .orderBy('said.public_at')
    .orderBy('said.created_at')
    .orderBy('said.id')
    .execute()
  return rows.map((row) => ({
    incidentId: row.incident_id,
    status: row.status,
    publicAt: row.public_at,
  }))
}

export type PublicIncidentUpdate = {
  id: string
  incidentId: string
  status: IncidentStatus
  description: string
  publicAt: number
  changedAt: number
}

/** What was said about the incidents of a page between two moments, latest first. */
export async function incidentUpdatesShownOn(
  db: Db,
  { pageId, from, to, limit }: { pageId: string; from: number; to: number; limit: number },
): Promise<PublicIncidentUpdate[]> {
  const rows = await db
    .selectFrom('incident_updates as said')
    .innerJoin('status_page_incidents as incident', 'incident.id', 'said.incident_id')
    .select([
      'said.id',
      'said.incident_id',
      'said.status',
      'said.description',
      'said.public_at',
      'said.created_at',
      'said.updated_at',
    ])
    .where(
      'incident.id',
      'in',
      db
        .selectFrom('incident_services as named')
        .select('named.incident_id')
        .where('named.service_id', 'in', servicesOn(db, pageId)),
    )
    .where(sql<boolean>`incident.excluded_pages not like '%' || ${pageId} || '%'`)
    .where('said.public_at', '>=', from)
    .where('said.public_at', '<=', to)
    .orderBy('said.public_at', 'desc')
    .orderBy('said.created_at', 'desc')
    .orderBy('said.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    incidentId: row.incident_id,
    status: row.status,
    description: row.description,
    publicAt: row.public_at,
    changedAt: Math.max(row.public_at, row.updated_at ?? row.created_at),
  }))
}

function servicesOn(db: Db, pageId: string) {
  return db
    .selectFrom('status_page_cards as card')
    .innerJoin('status_page_card_services as shown', 'shown.card_id', 'card.id')
    .select('shown.service_id')
    .where('card.page_id', '=', pageId)
}

/** A maintenance that a page shows, as it was written: it may be due to begin or to end. */
export type PublicMaintenance = {
  id: string
  name: string
  description: string | null
  status: MaintenanceStatus
  startsAt: number
  endsAt: number
  beganAt: number | null
  endedAt: number | null
  createdAt: number
  updatedAt: number | null
  visibility: StatusPageVisibility
}

/** Those that a page shows, to come, going on, or over since `from`, latest start first; or one of them. */
export async function maintenancesShownOn(
  db: Db,
  { accountId, pageId, from, id }: { accountId: string; pageId: string; from: number; id?: string },
): Promise<PublicMaintenance[]> {
  let query = db
    .selectFrom('maintenances')
    .innerJoin('maintenance_windows', 'maintenance_windows.id', 'maintenances.window_id')
    .selectAll('maintenances')
    .select(['maintenance_windows.name', 'maintenance_windows.config'])
    .where('maintenances.account_id', '=', accountId)
    // Most windows are on no page: only those that could be are parsed.
    .where('maintenance_windows.config', 'like', `%${pageId}%`)
    .where('maintenances.is_deleted', '=', isSqlite(db) ? 0 : false)
    .where((builder) =>
      builder.or([
        builder('maintenances.ends_at', '>=', from),
        builder('maintenances.ended_at', '>=', from),
        builder('maintenances.status', 'in', ['IN_PROGRESS', 'VERIFYING']),
      ]),
    )
    .orderBy('maintenances.starts_at', 'desc')
    .orderBy('maintenances.id', 'desc')
  if (id !== undefined) query = query.where('maintenances.id', '=', id)
  const rows = await query.execute()
  return rows.flatMap((row): PublicMaintenance[] => {
    const { statusPageVisibility: visibility, description } = parseWindowConfig(row.config)
    if (!visibility.enabled || !visibility.statusPageIds.includes(pageId)) return []
    return [
      {
        id: row.id,
        name: row.name,
        description,
        status: row.status,
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        beganAt: row.began_at,
        endedAt: row.ended_at,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        visibility,
      },
    ]
  })
}

const selectStamp = prepareQuery((db, { accountId }: { accountId: string }) => {
  const mark = (
    table:
      | 'status_page_services'
      | 'status_page_rules'
      | 'status_page_incidents'
      | 'maintenance_windows'
      | 'maintenances'
      | 'maintenance_updates',
  ) =>
    db
      .selectFrom(table)
      .select((builder) => [
        sql<string>`cast(count(*) as text)`.as('rows'),
        sql<string>`coalesce(cast(max(coalesce(updated_at, created_at)) as text), '')`.as('changed'),
        sql<string>`coalesce(max(cast(${builder.ref('id')} as text)), '')`.as('newest'),
      ])
      .where('account_id', '=', accountId)
  return mark('status_page_services')
    .unionAll(mark('status_page_rules'))
    .unionAll(mark('status_page_incidents'))
    .unionAll(mark('maintenance_windows'))
    .unionAll(mark('maintenances'))
    .unionAll(mark('maintenance_updates'))
})

/**
 * Another text after every write that changes what the pages of an account show, beside the pages themselves, which
 * have a version. An update of an incident is a change of the incident.
 */
export async function publicEventsStamp(db: Db, accountId: string): Promise<string> {
  const { rows } = await selectStamp(db, { accountId })
  return rows.map(({ rows: count, changed, newest }) => `${count}.${changed}.${newest}`).join('/')
}
