import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import { listMaintenanceUpdates } from '@sonde/store/maintenance/maintenance-updates.ts'
import { latestUpdatesOf } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { IncidentView, MaintenanceView } from './page-view.ts'

/** Something that was said about an event. */
export type PostedUpdate = {
  id: string
  status: IncidentStatus | MaintenanceStatus
  text: string
  at: number
}

/** By event, latest first: what was said about each and is public at `now`, without the first `skip` of each. */
export async function loadUpdates(
  db: Db,
  events: readonly (IncidentView | MaintenanceView)[],
  { now, perEvent, skip = 0 }: { now: number; perEvent: number; skip?: number },
): Promise<Map<string, PostedUpdate[]>> {
  const idsOf = (kind: 'incident' | 'maintenance') =>
    events.filter((event) => event.kind === kind).map(({ id }) => id)
  const [ofIncidents, ofMaintenances] = await Promise.all([
    latestUpdatesOf(db, { incidentIds: idsOf('incident'), limit: perEvent, skip, now }),
    listMaintenanceUpdates(db, idsOf('maintenance')),
  ])
  const updatesByEvent = new Map<string, PostedUpdate[]>()
  for (const [id, updates] of ofIncidents) {
    updatesByEvent.set(
      id,
      updates.map((update) => ({
        id: update.id,
        status: update.status,
        text: update.description,
        at: update.publicAt,
      })),
    )
  }
  for (const [id, updates] of Map.groupBy(ofMaintenances, ({ maintenanceId }) => maintenanceId)) {
    updatesByEvent.set(
      id,
      updates.slice(skip, skip + perEvent).map((update) => ({
        id: update.id,
        status: update.status,
        text: update.description,
        at: update.createdAt,
      })),
    )
  }
  return updatesByEvent
}
