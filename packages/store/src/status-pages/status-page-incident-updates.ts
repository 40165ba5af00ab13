import type { IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type IncidentUpdateRow = {
  id: string
  incidentId: string
  status: IncidentStatus
  description: string
  /** The date that people are shown. */
  publicAt: number
  notifySubscribers: boolean
  createdAt: number
  updatedAt: number | null
}

/** Updates of one incident follow each other by this: public date first, then as they were posted. */
export type UpdateMark = Pick<
  IncidentUpdateRow,
  'id' | 'status' | 'publicAt' | 'createdAt' | 'notifySubscribers'
>

export async function insertIncidentUpdate(db: Db, update: IncidentUpdateRow): Promise<void> {
  await db
    .insertInto('incident_updates')
    .values({
      id: update.id,
      incident_id: update.incidentId,
      created_at: update.createdAt,
      ...columnsOf(update),
    })
    .execute()
}

export async function changeIncidentUpdate(db: Db, update: IncidentUpdateRow): Promise<void> {
  await db.updateTable('incident_updates').set(columnsOf(update)).where('id', '=', update.id).execute()
}

function columnsOf(update: IncidentUpdateRow) {
  return {
    status: update.status,
    description: update.description,
    public_at: update.publicAt,
    notify_subscribers: update.notifySubscribers,
    updated_at: update.updatedAt,
  }
}

export async function deleteIncidentUpdate(db: Db, id: string): Promise<void> {
  await db.deleteFrom('incident_updates').where('id', '=', id).execute()
}

export async function findIncidentUpdate(
  db: Db,
  key: { incidentId: string; id: string },
): Promise<IncidentUpdateRow | null> {
  const [incidentId, id] = [canonicalUuid(key.incidentId), canonicalUuid(key.id)]
  if (incidentId === null || id === null) return null
  const row = await db
    .selectFrom('incident_updates')
    .selectAll()
    .where('id', '=', id)
    .where('incident_id', '=', incidentId)
    .executeTakeFirst()
  return row === undefined ? null : toUpdate(row)
}

/** All of one incident, without their texts, earliest first. */
export async function updateMarksOf(db: Db, incidentId: string): Promise<UpdateMark[]> {
  const rows = await db
    .selectFrom('incident_updates')
    .select(['id', 'status', 'public_at', 'created_at', 'notify_subscribers'])
    .where('incident_id', '=', incidentId)
    .orderBy('public_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    publicAt: row.public_at,
    createdAt: row.created_at,
    notifySubscribers: Boolean(row.notify_subscribers),
  }))
}

/** By incident, latest first, at most `limit` of each after the first `skip`; of those that are public at `now`, if it is given. */
export async function latestUpdatesOf(
  db: Db,
  {
    incidentIds,
    limit,
    skip = 0,
    now = null,
  }: { incidentIds: readonly string[]; limit: number; skip?: number; now?: number | null },
): Promise<Map<string, IncidentUpdateRow[]>> {
  if (incidentIds.length === 0) return new Map()
  const all = db.selectFrom('incident_updates')
  const numbered = (now === null ? all : all.where('public_at', '<=', now))
    .selectAll()
    .select((builder) =>
      builder.fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('incident_id')
            .orderBy('public_at', 'desc')
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc'),
        )
        .as('place'),
    )
    .where('incident_id', 'in', incidentIds)
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('place', '>', skip)
    .where('place', '<=', skip + limit)
    .orderBy('incident_id')
    .orderBy('place')
    .execute()
  const byIncident = Map.groupBy(rows, (row) => row.incident_id)
  return new Map([...byIncident].map(([incidentId, found]) => [incidentId, found.map(toUpdate)]))
}

function toUpdate(row: Selectable<Database['incident_updates']>): IncidentUpdateRow {
  return {
    id: row.id,
    incidentId: row.incident_id,
    status: row.status,
    description: row.description,
    publicAt: row.public_at,
    notifySubscribers: Boolean(row.notify_subscribers),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
