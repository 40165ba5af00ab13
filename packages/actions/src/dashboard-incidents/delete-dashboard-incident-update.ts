import type { DashboardIncidentUpdateParams } from '@sonde/schema/status-pages/dashboard-incident.ts'
import { deleteDashboardIncidentUpdate as removeUpdate } from '@sonde/store/dashboards/dashboard-incidents.ts'
import { recordDocument } from '../audit/record-change.ts'
import { Refusal } from '../refusal.ts'
import { findUpdate } from './find-update.ts'
import { updateAnswer } from './incident-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteDashboardIncidentUpdate(
  deps: ActionDeps,
  actor: Actor,
  ids: DashboardIncidentUpdateParams,
): Promise<void> {
  const key = { accountId: actor.accountId, ...ids }
  await deps.store.write(async (db) => {
    const { update, count } = await findUpdate(db, key)
    if (count === 1)
      throw new Refusal('invalid-input', 'An incident keeps its last update: delete the incident instead')
    await removeUpdate(db, update.id)
    await recordDocument(db, actor, 'DASHBOARD_INCIDENT_UPDATE', {
      before: updateAnswer(update),
      after: null,
    })
  })
}
