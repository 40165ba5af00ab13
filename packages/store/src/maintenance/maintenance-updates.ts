import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('maintenance_updates', {
  id: 'id',
  maintenanceId: 'maintenance_id',
  accountId: 'account_id',
  status: 'status',
  description: 'description',
  notifySubscribers: booleanColumn('notify_subscribers'),
  previousStatus: 'previous_status',
  /** Null when the update left the date alone; so too for the end. */
  previousStartsAt: 'previous_starts_at',
  previousEndsAt: 'previous_ends_at',
  dateAdjustments: {
    column: 'date_adjustments',
    read: parseAdjustments,
    write: (dates: DateAdjustments | null) => (dates === null ? null : JSON.stringify(dates)),
  },
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
/** What an edit may change. */
const editableColumns = columns.pick(
  'status',
  'description',
  'previousStartsAt',
  'previousEndsAt',
  'dateAdjustments',
  'updatedAt',
)

/** Something that was said about a maintenance, by a person or by its beginning or end. */
export type MaintenanceUpdateRow = RowOf<typeof columns>

export type DateAdjustments = { startsAt?: number; endsAt?: number }

export async function insertMaintenanceUpdate(db: Db, update: MaintenanceUpdateRow): Promise<void> {
  await db.insertInto('maintenance_updates').values(columns.write(update)).execute()
}

/** Of several maintenances, newest first. */
export async function listMaintenanceUpdates(
  db: Db,
  maintenanceIds: readonly string[],
): Promise<MaintenanceUpdateRow[]> {
  if (maintenanceIds.length === 0) return []
  const rows = await db
    .selectFrom('maintenance_updates')
    .selectAll()
    .where('maintenance_id', 'in', maintenanceIds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(columns.read)
}

export async function countMaintenanceUpdates(db: Db, maintenanceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('maintenance_updates')
    .select((builder) => builder.fn.countAll().as('count'))
    .where('maintenance_id', '=', maintenanceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Writes what an edit may change. */
export async function updateMaintenanceUpdate(db: Db, update: MaintenanceUpdateRow): Promise<void> {
  await db
    .updateTable('maintenance_updates')
    .set(editableColumns.write(update))
    .where('id', '=', update.id)
    .execute()
}

/** False when the maintenance has no such update. */
export async function deleteMaintenanceUpdate(
  db: Db,
  key: { maintenanceId: string; id: string },
): Promise<boolean> {
  const id = canonicalUuid(key.id)
  if (id === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('maintenance_updates')
    .where('id', '=', id)
    .where('maintenance_id', '=', key.maintenanceId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The guarantee behind this cast: only this file writes the column, from a value of that very type. */
function parseAdjustments(text: string | null): DateAdjustments | null {
  return text === null ? null : (JSON.parse(text) as DateAdjustments)
}
