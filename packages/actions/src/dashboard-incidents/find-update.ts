import {
  type DashboardIncidentUpdateRow,
  findDashboardIncidentForUpdate,
  updatesOfDashboardIncidents,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { notFound } from '../refusal.ts'

/** Inside `write`: an update of an incident, and how many the incident has. */
export async function findUpdate(
  db: Db,
  { accountId, incidentId, id }: { accountId: string; incidentId: string; id: string },
): Promise<{ update: DashboardIncidentUpdateRow; count: number }> {
  const incident = await findDashboardIncidentForUpdate(db, { accountId, id: incidentId })
  if (incident === null) throw notFound('incident')
  const updates = (await updatesOfDashboardIncidents(db, [incident.id])).get(incident.id) ?? []
  const update = updates.find((each) => each.id === id.toLowerCase())
  if (update === undefined) throw notFound('incident update')
  return { update, count: updates.length }
}
