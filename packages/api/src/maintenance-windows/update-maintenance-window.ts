import { updateMaintenanceWindow } from '@sonde/actions/maintenance-windows/update-maintenance-window.ts'
import {
  MaintenanceWindow,
  MaintenanceWindowParams,
  MaintenanceWindowUpdate,
} from '@sonde/schema/alerts/maintenance-window.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { omitsEmptyValues } from '../http/update-mode.ts'

export function updateMaintenanceWindowRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/maintenance-windows/:id',
    {
      schema: {
        summary: 'Change a maintenance window',
        description:
          'What is left out stays as it is. Occurrences that have not begun follow the window, unless they ' +
          'were given dates of their own; so does the one under way when the dates change. What has ended stays. ' +
          'Requests with `X-Checkly-Account` or `X-Checkly-Source` mean none by omitted repeats and tags.',
        tags: ['Maintenance windows'],
        params: MaintenanceWindowParams,
        body: MaintenanceWindowUpdate,
        response: answers({ 200: MaintenanceWindow }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const windowId = Number(request.params.id)
      return await updateMaintenanceWindow(deps, actorOf(request, deps), {
        windowId,
        input: request.body,
        isSparse: omitsEmptyValues(request),
      })
    },
  )
}
