import { automaticSteps } from '@sonde/alerting/maintenance/lifecycle.ts'
import type { Maintenance, MaintenanceUpdate } from '@sonde/schema/alerts/maintenance.ts'
import {
  listMaintenanceUpdates,
  type MaintenanceUpdateRow,
} from '@sonde/store/maintenance/maintenance-updates.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** As they stand at `now`, also when the server that runs checks has not written it down yet. */
export async function maintenanceAnswers(
  db: Db,
  window: MaintenanceWindowRow,
  rows: readonly MaintenanceRow[],
  now: number,
): Promise<Maintenance[]> {
  const updates = await listMaintenanceUpdates(
    db,
    rows.map(({ id }) => id),
  )
  const byMaintenance = Map.groupBy(updates, ({ maintenanceId }) => maintenanceId)
  return rows.map((row) => {
    const { status } = automaticSteps(window, row, now).at(-1)?.after ?? row
    return {
      id: row.id,
      maintenanceWindowId: row.windowId,
      startsAt: new Date(row.startsAt).toISOString(),
      endsAt: new Date(row.endsAt).toISOString(),
      status,
      created_at: new Date(row.createdAt).toISOString(),
      updated_at: new Date(row.updatedAt ?? row.createdAt).toISOString(),
      updates: (byMaintenance.get(row.id) ?? []).map((update) => updateAnswer(window, update)),
    }
  })
}

export function updateAnswer(window: MaintenanceWindowRow, row: MaintenanceUpdateRow): MaintenanceUpdate {
  const { startsAt, endsAt } = row.dateAdjustments ?? {}
  return {
    id: row.id,
    maintenanceWindowId: window.id,
    maintenanceId: row.maintenanceId,
    status: row.status,
    description: row.description,
    notifySubscribers: row.notifySubscribers,
    created_at: new Date(row.createdAt).toISOString(),
    previousStatus: row.previousStatus,
    previousStartsAt: row.previousStartsAt === null ? null : new Date(row.previousStartsAt).toISOString(),
    previousEndsAt: row.previousEndsAt === null ? null : new Date(row.previousEndsAt).toISOString(),
    dateAdjustments:
      row.dateAdjustments === null
        ? null
        : {
            ...(startsAt === undefined ? {} : { startsAt: new Date(startsAt).toISOString() }),
            ...(endsAt === undefined ? {} : { endsAt: new Date(endsAt).toISOString() }),
          },
  }
}
