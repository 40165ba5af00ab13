import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('incident_updates', {
  id: 'id',
  incidentId: 'incident_id',
  status: 'status',
  description: 'description',
  /** The date that people are shown. */
  publicAt: 'public_at',
  notifySubscribers: booleanColumn('notify_subscribers'),
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
const changeableColumns = columns.omit('id', 'incidentId', 'createdAt')
const markColumns = columns.pick('id', 'status', 'publicAt', 'createdAt', 'notifySubscribers')

export type IncidentUpdateRow = RowOf<typeof columns>

/** Updates of one incident follow each other by this: public date first, then as they were posted. */
export type UpdateMark = RowOf<typeof markColumns>

export async function insertIncidentUpdate(db: Db, update: IncidentUpdateRow): Promise<void> {
  await db.insertInto('incident_updates').values(columns.write(update)).execute()
}

export async function changeIncidentUpdate(db: Db, update: IncidentUpdateRow): Promise<void> {
  await db
    .updateTable('incident_updates')
    .set(changeableColumns.write(update))
    .where('id', '=', update.id)
    .execute()
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
  return row === undefined ? null : columns.read(row)
}

/** All of one incident, without their texts, earliest first. */
export async function updateMarksOf(db: Db, incidentId: string): Promise<UpdateMark[]> {
  const rows = await db
    .selectFrom('incident_updates')
    .select(markColumns.names)
    .where('incident_id', '=', incidentId)
    .orderBy('public_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(markColumns.read)
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
  return new Map([...byIncident].map(([incidentId, found]) => [incidentId, found.map(columns.read)]))
}
