import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { changeDashboardIncidentUpdateRoute } from './change-dashboard-incident-update.ts'
import { createDashboardIncidentUpdateRoute } from './create-dashboard-incident-update.ts'
import { createDashboardIncidentRoute } from './create-dashboard-incident.ts'
import { deleteDashboardIncidentUpdateRoute } from './delete-dashboard-incident-update.ts'
import { deleteDashboardIncidentRoute } from './delete-dashboard-incident.ts'
import { getDashboardIncident } from './get-dashboard-incident.ts'
import { listDashboardIncidents } from './list-dashboard-incidents.ts'
import { updateDashboardIncidentRoute } from './update-dashboard-incident.ts'

/** Incidents of dashboards, and what is told of them. */
export function dashboardIncidentRoutes(app: App, deps: ApiDeps): void {
  createDashboardIncidentRoute(app, deps)
  getDashboardIncident(app, deps)
  listDashboardIncidents(app, deps)
  updateDashboardIncidentRoute(app, deps)
  deleteDashboardIncidentRoute(app, deps)
  createDashboardIncidentUpdateRoute(app, deps)
  changeDashboardIncidentUpdateRoute(app, deps)
  deleteDashboardIncidentUpdateRoute(app, deps)
}
