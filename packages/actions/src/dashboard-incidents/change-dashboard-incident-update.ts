import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type {
  DashboardIncidentUpdate,
  DashboardIncidentUpdateChange,
  DashboardIncidentUpdateParams,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import { rewriteDashboardIncidentUpdate } from '@sonde/store/dashboards/dashboard-incidents.ts'
import { recordDocument } from '../audit/record-change.ts'
import { findUpdate } from './find-update.ts'
import { updateAnswer } from './incident-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function changeDashboardIncidentUpdate(
  deps: ActionDeps,
  actor: Actor,
  { input, ...ids }: DashboardIncidentUpdateParams & { input: DashboardIncidentUpdateChange },
): Promise<DashboardIncidentUpdate> {
  const key = { accountId: actor.accountId, ...ids }
  return await deps.store.write(async (db) => {
    const { update: before } = await findUpdate(db, key)
    const after = {
      ...before,
      description: input.description,
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    }
    await rewriteDashboardIncidentUpdate(db, after)
    await recordDocument(db, actor, 'DASHBOARD_INCIDENT_UPDATE', {
      before: updateAnswer(before),
      after: updateAnswer(after),
    })
    return updateAnswer(after)
  })
}
