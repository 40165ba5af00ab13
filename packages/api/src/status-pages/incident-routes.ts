import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { changeIncidentUpdate } from './change-incident-update.ts'
import { createIncidentUpdate } from './create-incident-update.ts'
import { createIncident } from './create-incident.ts'
import { deleteIncidentUpdate } from './delete-incident-update.ts'
import { deleteIncident } from './delete-incident.ts'
import { getIncidentUpdate } from './get-incident-update.ts'
import { getIncident } from './get-incident.ts'
import { listIncidentUpdates } from './list-incident-updates.ts'
import { listIncidents } from './list-incidents.ts'
import { updateIncident } from './update-incident.ts'

/** Incidents of status pages, and what is told of them. */
export function incidentRoutes(app: App, deps: ApiDeps): void {
  listIncidents(app, deps)
  createIncident(app, deps)
  getIncident(app, deps)
  updateIncident(app, deps)
  deleteIncident(app, deps)
  listIncidentUpdates(app, deps)
  createIncidentUpdate(app, deps)
  getIncidentUpdate(app, deps)
  changeIncidentUpdate(app, deps)
  deleteIncidentUpdate(app, deps)
}
