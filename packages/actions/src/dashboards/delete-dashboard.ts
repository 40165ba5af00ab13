import { deleteDashboards, findDashboardForUpdate } from '@sonde/store/dashboards/dashboards.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { writtenDashboard } from './dashboard-answer.ts'
import { configOf } from './dashboard-document.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteDashboard(
  deps: ActionDeps,
  actor: Actor,
  { dashboardId }: { dashboardId: string },
): Promise<void> {
  const key = { accountId: actor.accountId, dashboardId: dashboardId.toLowerCase() }
  await deps.store.write(async (db) => {
    const dashboard = await findDashboardForUpdate(db, key)
    if (dashboard === null) throw notFound('dashboard')
    await deleteDashboards(db, [dashboard])
    await recordChange(db, actor, {
      entityType: 'DASHBOARD',
      entityId: dashboard.dashboardId,
      entityName: configOf(dashboard).header,
      before: writtenDashboard(dashboard),
      after: null,
    })
  })
}
