import type { MaintenanceKey } from '@sonde/actions/maintenance-windows/lock-maintenance.ts'

/** The occurrence that a path names. */
export function maintenanceKey(params: { id: string; maintenanceId: string }): MaintenanceKey {
  return { windowId: Number(params.id), maintenanceId: params.maintenanceId }
}
