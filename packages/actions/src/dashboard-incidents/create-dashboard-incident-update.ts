import { randomUUIDv7 } from 'node:crypto'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type {
  DashboardIncidentUpdate,
  DashboardIncidentUpdateCreate,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import {
  type DashboardIncidentUpdateRow,
  findDashboardIncidentForUpdate,
  insertDashboardIncidentUpdate,
  updateDashboardIncident,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { updateAnswer } from './incident-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createDashboardIncidentUpdate(
  deps: ActionDeps,
  actor: Actor,
  { incidentId, input }: { incidentId: string; input: DashboardIncidentUpdateCreate },
): Promise<DashboardIncidentUpdate> {
  const { status, description } = input
  const key = { accountId: actor.accountId, id: incidentId }
  const answer = await deps.store.write(async (db) => {
    const incident = await findDashboardIncidentForUpdate(db, key)
    if (incident === null) throw notFound('incident')
    const now = nextUpdatedAt(incident, deps.clock.now())
    const update: DashboardIncidentUpdateRow = {
      id: randomUUIDv7(),
      incidentId: incident.id,
      status,
      description,
      createdAt: now,
      updatedAt: null,
    }
    await insertDashboardIncidentUpdate(db, update)
    await updateDashboardIncident(db, { ...incident, updatedAt: now })
    const after = updateAnswer(update)
    await recordDocument(db, actor, 'DASHBOARD_INCIDENT_UPDATE', { before: null, after })
    return after
  })
  return answer
}
