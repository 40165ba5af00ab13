import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createMaintenanceWindowRoute } from './create-maintenance-window.ts'
import { deleteMaintenanceUpdateRoute } from './delete-maintenance-update.ts'
import { deleteMaintenanceWindowRoute } from './delete-maintenance-window.ts'
import { deleteMaintenanceRoute } from './delete-maintenance.ts'
import { editMaintenanceUpdateRoute } from './edit-maintenance-update.ts'
import { getMaintenanceWindow } from './get-maintenance-window.ts'
import { getMaintenance } from './get-maintenance.ts'
import { listMaintenanceWindows } from './list-maintenance-windows.ts'
import { listMaintenances } from './list-maintenances.ts'
import { moveMaintenanceRoute } from './move-maintenance.ts'
import { postMaintenanceUpdateRoute } from './post-maintenance-update.ts'
import { silenceRoutes } from './silence.ts'
import { updateMaintenanceWindowRoute } from './update-maintenance-window.ts'

/** Maintenance windows, their occurrences, and what is told of those. */
export function maintenanceRoutes(app: App, deps: ApiDeps): void {
  listMaintenanceWindows(app, deps)
  createMaintenanceWindowRoute(app, deps)
  getMaintenanceWindow(app, deps)
  updateMaintenanceWindowRoute(app, deps)
  deleteMaintenanceWindowRoute(app, deps)
  listMaintenances(app, deps)
  getMaintenance(app, deps)
  moveMaintenanceRoute(app, deps)
  deleteMaintenanceRoute(app, deps)
  postMaintenanceUpdateRoute(app, deps)
  editMaintenanceUpdateRoute(app, deps)
  deleteMaintenanceUpdateRoute(app, deps)
  silenceRoutes(app, deps)
}
