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
          'Omitted fields keep their value. Occurrences that have not started follow the window, unless they ' +
          'have their own dates; so does the one in progress if the dates change. Past occurrences do not change. ' +
          'Requests with `X-Checkly-Account` or `X-Checkly-Source` clear omitted repeats and tags.',
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
