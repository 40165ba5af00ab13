import { sql } from 'kysely'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const incidentColumns = listColumns('dashboard_incidents', {
  id: 'id',
  accountId: 'account_id',
  /** The number of the dashboard. */
  dashboardId: 'dashboard_id',
  name: 'name',
  impact: 'impact',
  startedAt: 'started_at',
  stoppedAt: 'stopped_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
/** What can change of an incident. */
const changeableColumns = incidentColumns.omit('id', 'accountId', 'dashboardId', 'createdAt')

export type DashboardIncidentRow = RowOf<typeof incidentColumns>

const updateColumns = listColumns('dashboard_incident_updates', {
  id: 'id',
  incidentId: 'incident_id',
  status: 'status',
  description: 'description',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

export type DashboardIncidentUpdateRow = RowOf<typeof updateColumns>

type IncidentKey = { accountId: string; id: string }

export async function insertDashboardIncident(db: Db, incident: DashboardIncidentRow): Promise<void> {
  await db.insertInto('dashboard_incidents').values(incidentColumns.write(incident)).execute()
}

export async function updateDashboardIncident(db: Db, incident: DashboardIncidentRow): Promise<void> {
  await db
    .updateTable('dashboard_incidents')
    .set(changeableColumns.write(incident))
    .where('id', '=', incident.id)
    .execute()
}

export async function findDashboardIncident(db: Db, key: IncidentKey): Promise<DashboardIncidentRow | null> {
  const row = await selectIncident(db, key)?.executeTakeFirst()
  return row === undefined ? null : incidentColumns.read(row)
}

/** As `findDashboardIncident`, but inside `write`: nobody else changes it or its updates until the write ends. */
export async function findDashboardIncidentForUpdate(
  db: Db,
  key: IncidentKey,
): Promise<DashboardIncidentRow | null> {
  const query = selectIncident(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : incidentColumns.read(row)
}

export async function deleteDashboardIncident(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dashboard_incidents').where('id', '=', id).execute()
}

export async function insertDashboardIncidentUpdate(
  db: Db,
  update: DashboardIncidentUpdateRow,
): Promise<void> {
  await db.insertInto('dashboard_incident_updates').values(updateColumns.write(update)).execute()
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
  return Map.groupBy(rows.map(updateColumns.read), ({ incidentId }) => incidentId)
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
      { latest: ofIncident.map(updateColumns.read), total: Number(ofIncident[0]?.total ?? 0) },
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
  return row === undefined ? null : incidentColumns.read(row)
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
  return { rows: rows.map(incidentColumns.read), total: Number(total) }
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
  return rows.map(incidentColumns.read)
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
