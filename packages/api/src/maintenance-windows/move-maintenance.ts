import { moveMaintenance } from '@sonde/actions/maintenance-windows/move-maintenance.ts'
import { MaintenanceParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { Maintenance, MaintenanceDates } from '@sonde/schema/alerts/maintenance.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { maintenanceKey } from './maintenance-key.ts'

export function moveMaintenanceRoute(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId',
    {
      schema: {
        summary: 'Change the dates of one occurrence of a maintenance window',
        description: 'The window and its other occurrences do not change.',
        tags: ['Maintenance windows'],
        params: MaintenanceParams,
        body: MaintenanceDates,
        response: answers({ 200: Maintenance }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const key = maintenanceKey(request.params)
      return await moveMaintenance(deps, actorOf(request, deps), { key, input: request.body })
    },
  )
}
