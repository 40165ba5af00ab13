import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createMaintenanceWindow } from './create-maintenance-window.ts'
import { deleteMaintenanceUpdate } from './delete-maintenance-update.ts'
import { deleteMaintenanceWindow } from './delete-maintenance-window.ts'
import { deleteMaintenance } from './delete-maintenance.ts'
import { editMaintenanceUpdate } from './edit-maintenance-update.ts'
import { getMaintenanceWindow } from './get-maintenance-window.ts'
import { getMaintenance } from './get-maintenance.ts'
import { listMaintenanceWindows } from './list-maintenance-windows.ts'
import { listMaintenances } from './list-maintenances.ts'
import { moveMaintenance } from './move-maintenance.ts'
import { postMaintenanceUpdate } from './post-maintenance-update.ts'
import { updateMaintenanceWindow } from './update-maintenance-window.ts'

/** Maintenance windows, their occurrences, and what is told of those. */
export function maintenanceRoutes(app: App, deps: ApiDeps): void {
  listMaintenanceWindows(app, deps)
  createMaintenanceWindow(app, deps)
  getMaintenanceWindow(app, deps)
  updateMaintenanceWindow(app, deps)
  deleteMaintenanceWindow(app, deps)
  listMaintenances(app, deps)
  getMaintenance(app, deps)
  moveMaintenance(app, deps)
  deleteMaintenance(app, deps)
  postMaintenanceUpdate(app, deps)
  editMaintenanceUpdate(app, deps)
  deleteMaintenanceUpdate(app, deps)
}
