import type {
  DashboardIncidentStatus,
  IncidentImpact,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type DashboardIncidentRow = {
  id: string
  accountId: string
  /** The number of the dashboard. */
  dashboardId: number
  name: string
  impact: IncidentImpact
  startedAt: number | null
  stoppedAt: number | null
  createdAt: number
  updatedAt: number | null
}

export type DashboardIncidentUpdateRow = {
  id: string
  incidentId: string
  status: DashboardIncidentStatus
  description: string
  createdAt: number
  updatedAt: number | null
}

type IncidentKey = { accountId: string; id: string }

export async function insertDashboardIncident(db: Db, incident: DashboardIncidentRow): Promise<void> {
  await db
    .insertInto('dashboard_incidents')
    .values({
      id: incident.id,
      account_id: incident.accountId,
      dashboard_id: incident.dashboardId,
      created_at: incident.createdAt,
      ...changeable(incident),
    })
    .execute()
}

export async function updateDashboardIncident(db: Db, incident: DashboardIncidentRow): Promise<void> {
  await db
    .updateTable('dashboard_incidents')
    .set(changeable(incident))
    .where('id', '=', incident.id)
    .execute()
}

export async function findDashboardIncident(db: Db, key: IncidentKey): Promise<DashboardIncidentRow | null> {
  const row = await selectIncident(db, key)?.executeTakeFirst()
  return row === undefined ? null : toIncident(row)
}

/** As `findDashboardIncident`, but inside `write`: nobody else changes it or its updates until the write ends. */
export async function findDashboardIncidentForUpdate(
  db: Db,
  key: IncidentKey,
): Promise<DashboardIncidentRow | null> {
  const query = selectIncident(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : toIncident(row)
}

export async function deleteDashboardIncident(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dashboard_incidents').where('id', '=', id).execute()
}

export async function insertDashboardIncidentUpdate(
  db: Db,
  update: DashboardIncidentUpdateRow,
): Promise<void> {
  await db
    .insertInto('dashboard_incident_updates')
    .values({
      id: update.id,
      incident_id: update.incidentId,
      status: update.status,
      description: update.description,
      created_at: update.createdAt,
      updated_at: update.updatedAt,
    })
    .execute()
}

export async function rewriteDashboardIncidentUpdate(
  db: Db,
  update: DashboardIncidentUpdateRow,
): Promise<void> {
  await db
    .updateTable('dashboard_incident_updates')
    .set({ description: update.description, updated_at: update.updatedAt })
    .where('id', '=', update.id)
    .execute()
}

export async function deleteDashboardIncidentUpdate(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dashboard_incident_updates').where('id', '=', id).execute()
}

/** Of these incidents, newest first. */
export async function updatesOfDashboardIncidents(
  db: Db,
  incidentIds: readonly string[],
): Promise<Map<string, DashboardIncidentUpdateRow[]>> {
  if (incidentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('dashboard_incident_updates')
    .selectAll()
    .where('incident_id', 'in', incidentIds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows.map(toUpdate), ({ incidentId }) => incidentId)
}

/** Of each of these incidents the latest updates, newest first, and how many it has in all. */
export async function latestUpdatesOfDashboardIncidents(
  db: Db,
  { incidentIds, perIncident }: { incidentIds: readonly string[]; perIncident: number },
): Promise<Map<string, { latest: DashboardIncidentUpdateRow[]; total: number }>> {
  if (incidentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom((inner) =>
      inner
        .selectFrom('dashboard_incident_updates')
        .selectAll()
        .select([
          sql<number>`row_number() over (partition by incident_id order by created_at desc, id desc)`.as(
            'place',
          ),
          sql<number>`count(*) over (partition by incident_id)`.as('total'),
        ])
        .where('incident_id', 'in', incidentIds)
        .as('numbered'),
    )
    .selectAll()
    .where('place', '<=', perIncident)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const byIncident = Map.groupBy(rows, (row) => row.incident_id)
  return new Map(
    [...byIncident].map(([id, ofIncident]) => [
      id,
      { latest: ofIncident.map(toUpdate), total: Number(ofIncident[0]?.total ?? 0) },
    ]),
  )
}

/** That of this dashboard, for whoever may see it. */
export async function findIncidentOfDashboard(
  db: Db,
  { dashboardId, id }: { dashboardId: number; id: string },
): Promise<DashboardIncidentRow | null> {
  const incidentId = canonicalUuid(id)
  if (incidentId === null) return null
  const row = await db
    .selectFrom('dashboard_incidents')
    .selectAll()
    .where('id', '=', incidentId)
    .where('dashboard_id', '=', dashboardId)
    .executeTakeFirst()
  return row === undefined ? null : toIncident(row)
}

/** All of a dashboard, newest first, and how many there are. */
export async function listIncidentsOfDashboard(
  db: Db,
  { dashboardId, limit, offset }: { dashboardId: number; limit: number; offset: number },
): Promise<{ rows: DashboardIncidentRow[]; total: number }> {
  const all = db.selectFrom('dashboard_incidents').where('dashboard_id', '=', dashboardId)
  const rows = await all
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await all
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(toIncident), total: Number(total) }
}

/** Those that a dashboard shows, newest first: begun, or said to begin, since `from`, or not yet over. */
export async function shownDashboardIncidents(
  db: Db,
  { dashboardId, from, limit }: { dashboardId: number; from: number; limit: number },
): Promise<DashboardIncidentRow[]> {
  const rows = await db
    .selectFrom('dashboard_incidents')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where(
      sql<boolean>`(coalesce(started_at, created_at) >= ${from} or stopped_at is null or stopped_at >= ${from})`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toIncident)
}

function selectIncident(db: Db, key: IncidentKey) {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  return db
    .selectFrom('dashboard_incidents')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
}

function changeable(incident: DashboardIncidentRow) {
  return {
    name: incident.name,
    impact: incident.impact,
    started_at: incident.startedAt,
    stopped_at: incident.stoppedAt,
    updated_at: incident.updatedAt,
  }
}

function toIncident(row: Selectable<Database['dashboard_incidents']>): DashboardIncidentRow {
  return {
    id: row.id,
    accountId: row.account_id,
    dashboardId: Number(row.dashboard_id),
    name: row.name,
    impact: row.impact,
    startedAt: row.started_at,
    stoppedAt: row.stopped_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toUpdate(row: Selectable<Database['dashboard_incident_updates']>): DashboardIncidentUpdateRow {
  return {
    id: row.id,
    incidentId: row.incident_id,
    status: row.status,
    description: row.description,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
