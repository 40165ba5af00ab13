import { DashboardParams } from '@sonde/schema/status-pages/dashboard.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteDashboard } from '@sonde/actions/dashboards/delete-dashboard.ts'

export function deleteDashboardRoute(app: App, deps: ApiDeps): void {
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
      await deleteDashboard(deps, actorOf(request, deps), { dashboardId: request.params.dashboardId })
      return reply.code(204).send()
    },
  )
}
