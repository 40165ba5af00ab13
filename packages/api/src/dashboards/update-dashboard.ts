import { Dashboard, DashboardParams, DashboardUpdate } from '@sonde/schema/status-pages/dashboard.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { omitsEmptyValues } from '../http/update-mode.ts'
import { updateDashboard } from '@sonde/actions/dashboards/update-dashboard.ts'

export function updateDashboardRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/dashboards/:dashboardId',
    {
      schema: {
        summary: 'Change a dashboard',
        description:
          'Omitted fields keep their value. A dashboard that becomes private gets a password, which is shown only in this ' +
          'response; one that becomes public loses it. Turning it off and on again replaces the password and ends every session. ' +
          'Requests with `X-Checkly-Account` or `X-Checkly-Source` clear omitted fields or set them to their default.',
        tags: ['Dashboards'],
        params: DashboardParams,
        body: DashboardUpdate,
        response: answers({ 200: Dashboard }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      updateDashboard(deps, actorOf(request, deps), {
        dashboardId: request.params.dashboardId,
        input: request.body,
        isSparse: omitsEmptyValues(request),
      }),
  )
}
