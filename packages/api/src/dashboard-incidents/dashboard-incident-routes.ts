import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { changeDashboardIncidentUpdate } from './change-dashboard-incident-update.ts'
import { createDashboardIncidentUpdate } from './create-dashboard-incident-update.ts'
import { createDashboardIncident } from './create-dashboard-incident.ts'
import { deleteDashboardIncidentUpdate } from './delete-dashboard-incident-update.ts'
import { deleteDashboardIncident } from './delete-dashboard-incident.ts'
import { getDashboardIncident } from './get-dashboard-incident.ts'
import { listDashboardIncidents } from './list-dashboard-incidents.ts'
import { updateDashboardIncident } from './update-dashboard-incident.ts'

/** Incidents of dashboards, and what is told of them. */
export function dashboardIncidentRoutes(app: App, deps: ApiDeps): void {
  createDashboardIncident(app, deps)
  getDashboardIncident(app, deps)
  listDashboardIncidents(app, deps)
  updateDashboardIncident(app, deps)
  deleteDashboardIncident(app, deps)
  createDashboardIncidentUpdate(app, deps)
  changeDashboardIncidentUpdate(app, deps)
  deleteDashboardIncidentUpdate(app, deps)
}
