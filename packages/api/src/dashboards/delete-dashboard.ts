import { DashboardParams } from '@sonde/schema/status-pages/dashboard.ts'
import {
  deleteDashboard as removeDashboard,
  findDashboardForUpdate,
} from '@sonde/store/dashboards/dashboards.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { dashboardAnswer } from '@sonde/actions/dashboards/dashboard-answer.ts'
import { configOf } from '@sonde/actions/dashboards/dashboard-document.ts'

export function deleteDashboard(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/dashboards/:dashboardId',
    {
      schema: {
        summary: 'Delete a dashboard',
        description: 'With its incidents.',
        tags: ['Dashboards'],
        params: DashboardParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, dashboardId: request.params.dashboardId.toLowerCase() }
      await deps.store.write(async (db) => {
        const dashboard = await findDashboardForUpdate(db, key)
        if (dashboard === null) throw notFound('dashboard')
        await removeDashboard(db, dashboard.id)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'DASHBOARD',
          entityId: dashboard.dashboardId,
          entityName: configOf(dashboard).header,
          before: dashboardAnswer(dashboard),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
