import {
  deleteDashboardIncident as removeIncident,
  findDashboardIncidentForUpdate,
} from '@sonde/store/dashboards/dashboard-incidents.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { bareIncident } from './incident-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteDashboardIncident(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id }
  await deps.store.write(async (db) => {
    const incident = await findDashboardIncidentForUpdate(db, key)
    if (incident === null) throw notFound('incident')
    await removeIncident(db, incident.id)
    await recordDocument(db, actor, 'DASHBOARD_INCIDENT', {
      before: bareIncident(incident),
      after: null,
    })
  })
}
