import type {
  DashboardIncident,
  DashboardIncidentUpdate,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import type {
  DashboardIncidentRow,
  DashboardIncidentUpdateRow,
} from '@sonde/store/dashboards/dashboard-incidents.ts'

/** `updates`: newest first. */
export function dashboardIncidentAnswer(
  incident: DashboardIncidentRow,
  updates: readonly DashboardIncidentUpdateRow[],
): DashboardIncident {
  return { ...bareIncident(incident), incidentUpdates: updates.map(updateAnswer) }
}

/** Without its updates. */
export function bareIncident(incident: DashboardIncidentRow): Omit<DashboardIncident, 'incidentUpdates'> {
  return {
    id: incident.id,
    name: incident.name,
    impact: incident.impact,
    startedAt: shownOrNull(incident.startedAt),
    stoppedAt: shownOrNull(incident.stoppedAt),
    dashboardId: incident.dashboardId,
    created_at: new Date(incident.createdAt).toISOString(),
    updated_at: shownOrNull(incident.updatedAt),
  }
}

export function updateAnswer(update: DashboardIncidentUpdateRow): DashboardIncidentUpdate {
  return {
    id: update.id,
    incidentId: update.incidentId,
    status: update.status,
    description: update.description,
    created_at: new Date(update.createdAt).toISOString(),
    updated_at: shownOrNull(update.updatedAt),
  }
}

function shownOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
