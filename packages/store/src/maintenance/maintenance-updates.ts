import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** Something that was said about a maintenance, by a person or by its beginning or end. */
export type MaintenanceUpdateRow = {
  id: string
  maintenanceId: string
  accountId: string
  status: MaintenanceStatus
  description: string
  notifySubscribers: boolean
  previousStatus: MaintenanceStatus | null
  /** Null when the update left the date alone; so too for the end. */
  previousStartsAt: number | null
  previousEndsAt: number | null
  dateAdjustments: DateAdjustments | null
  createdAt: number
  updatedAt: number | null
}

export type DateAdjustments = { startsAt?: number; endsAt?: number }

export async function insertMaintenanceUpdate(db: Db, update: MaintenanceUpdateRow): Promise<void> {
  await db
    .insertInto('maintenance_updates')
    .values({
      id: update.id,
      maintenance_id: update.maintenanceId,
      account_id: update.accountId,
      status: update.status,
      description: update.description,
      notify_subscribers: update.notifySubscribers,
      previous_status: update.previousStatus,
      previous_starts_at: update.previousStartsAt,
      previous_ends_at: update.previousEndsAt,
      date_adjustments: update.dateAdjustments === null ? null : JSON.stringify(update.dateAdjustments),
      created_at: update.createdAt,
      updated_at: update.updatedAt,
    })
    .execute()
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
  return rows.map(toUpdate)
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
    .set({
      status: update.status,
      description: update.description,
      previous_starts_at: update.previousStartsAt,
      previous_ends_at: update.previousEndsAt,
      date_adjustments: update.dateAdjustments === null ? null : JSON.stringify(update.dateAdjustments),
      updated_at: update.updatedAt,
    })
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

function toUpdate(row: Selectable<Database['maintenance_updates']>): MaintenanceUpdateRow {
  return {
    id: row.id,
    maintenanceId: row.maintenance_id,
    accountId: row.account_id,
    status: row.status,
    description: row.description,
    notifySubscribers: Boolean(row.notify_subscribers),
    previousStatus: row.previous_status,
    previousStartsAt: row.previous_starts_at,
    previousEndsAt: row.previous_ends_at,
    dateAdjustments: row.date_adjustments === null ? null : parseAdjustments(row.date_adjustments),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The guarantee behind this cast: only this file writes the column, from a value of that very type. */
function parseAdjustments(text: string): DateAdjustments {
  return JSON.parse(text) as DateAdjustments
}
