import { deleteMaintenance } from '@sonde/actions/maintenance-windows/delete-maintenance.ts'
import { MaintenanceParams } from '@sonde/schema/alerts/maintenance-window.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { maintenanceKey } from './maintenance-key.ts'

export function deleteMaintenanceRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId',
    {
      schema: {
        summary: 'Delete one occurrence of a maintenance window',
        description:
          'It is not created again, and the other occurrences are kept. One that is in progress ends at once.',
        tags: ['Maintenance windows'],
        params: MaintenanceParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = maintenanceKey(request.params)
      await deleteMaintenance(deps, actorOf(request, deps), { key })
      return reply.code(204).send()
    },
  )
}
