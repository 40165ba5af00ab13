import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { changeIncidentUpdateRoute } from './change-incident-update.ts'
import { createIncidentUpdateRoute } from './create-incident-update.ts'
import { createIncidentRoute } from './create-incident.ts'
import { deleteIncidentUpdateRoute } from './delete-incident-update.ts'
import { deleteIncidentRoute } from './delete-incident.ts'
import { getIncidentUpdate } from './get-incident-update.ts'
import { getIncident } from './get-incident.ts'
import { listIncidentUpdates } from './list-incident-updates.ts'
import { listIncidents } from './list-incidents.ts'
import { updateIncidentRoutes } from './update-incident.ts'

/** Incidents of status pages, and what is told of them. */
export function incidentRoutes(app: App, deps: ApiDeps): void {
  listIncidents(app, deps)
  createIncidentRoute(app, deps)
  getIncident(app, deps)
  updateIncidentRoutes(app, deps)
  deleteIncidentRoute(app, deps)
  listIncidentUpdates(app, deps)
  createIncidentUpdateRoute(app, deps)
  getIncidentUpdate(app, deps)
  changeIncidentUpdateRoute(app, deps)
  deleteIncidentUpdateRoute(app, deps)
}
