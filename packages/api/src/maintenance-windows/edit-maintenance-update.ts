import { editMaintenanceUpdate } from '@sonde/actions/maintenance-windows/edit-maintenance-update.ts'
import { MaintenanceUpdateParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { MaintenanceUpdate, MaintenanceUpdateEdit } from '@sonde/schema/alerts/maintenance.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { maintenanceKey } from './maintenance-key.ts'

export function editMaintenanceUpdateRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId/updates/:updateId',
    {
      schema: {
        summary: 'Change an update about an occurrence of a maintenance window',
        description:
          'No mail is sent. A new status of the latest update also becomes the status of the occurrence.',
        tags: ['Maintenance windows'],
        params: MaintenanceUpdateParams,
        body: MaintenanceUpdateEdit,
        response: answers({ 200: MaintenanceUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const key = maintenanceKey(request.params)
      const { updateId } = request.params
      const order = { key, updateId, input: request.body }
      return await editMaintenanceUpdate(deps, actorOf(request, deps), order)
    },
  )
}
