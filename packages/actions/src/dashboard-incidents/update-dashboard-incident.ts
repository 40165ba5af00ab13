import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { timesOf } from './incident-times.ts'
import type {
  ChangedDashboardIncident,
  DashboardIncidentChange,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import {
  findDashboardIncidentForUpdate,
  updateDashboardIncident as writeIncident,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { bareIncident } from './incident-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function updateDashboardIncident(
  deps: ActionDeps,
  actor: Actor,
  { id, input }: { id: string; input: DashboardIncidentChange },
): Promise<ChangedDashboardIncident> {
  const key = { accountId: actor.accountId, id }
  return await deps.store.write(async (db) => {
    const before = await findDashboardIncidentForUpdate(db, key)
    if (before === null) throw notFound('incident')
    const after = {
      ...before,
      name: input.name,
      impact: input.impact,
      ...timesOf(input, before),
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    }
    await writeIncident(db, after)
    await recordDocument(db, actor, 'DASHBOARD_INCIDENT', {
      before: bareIncident(before),
      after: bareIncident(after),
    })
    return { ...bareIncident(after), incidentUpdates: null }
  })
}
