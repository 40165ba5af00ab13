import { timesOf } from './incident-times.ts'
import { randomUUIDv7 } from 'node:crypto'
import type {
  DashboardIncident,
  DashboardIncidentCreate,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import {
  type DashboardIncidentRow,
  type DashboardIncidentUpdateRow,
  insertDashboardIncident,
  insertDashboardIncidentUpdate,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import { findDashboardByNumber } from '@sonde/store/dashboards/dashboards.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { dashboardIncidentAnswer } from './incident-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createDashboardIncident(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: DashboardIncidentCreate },
): Promise<DashboardIncident> {
  const [firstUpdate] = input.incidentUpdates
  if (firstUpdate === undefined) throw new Error('the schema lets no incident without an update pass')
  const accountId = actor.accountId
  const now = deps.clock.now()
  const incident: DashboardIncidentRow = {
    id: randomUUIDv7(),
    accountId,
    dashboardId: input.dashboardId,
    name: input.name,
    impact: input.impact ?? 'MINOR',
    ...timesOf(input, { startedAt: null, stoppedAt: null }),
    createdAt: now,
    updatedAt: null,
  }
  const update: DashboardIncidentUpdateRow = {
    id: randomUUIDv7(),
    incidentId: incident.id,
    status: firstUpdate.status,
    description: firstUpdate.description,
    createdAt: now,
    updatedAt: null,
  }
  const answer = dashboardIncidentAnswer(incident, [update])
  await deps.store.write(async (db) => {
    const dashboard = await findDashboardByNumber(db, { accountId, id: input.dashboardId })
    if (dashboard === null) throw notFound('dashboard')
    await insertDashboardIncident(db, incident)
    await insertDashboardIncidentUpdate(db, update)
    await recordDocument(db, actor, 'DASHBOARD_INCIDENT', {
      before: null,
      after: answer,
    })
  })
  return answer
}
