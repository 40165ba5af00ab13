import { deleteMaintenanceUpdate } from '@sonde/actions/maintenance-windows/delete-maintenance-update.ts'
import { MaintenanceUpdateParams } from '@sonde/schema/alerts/maintenance-window.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { maintenanceKey } from './maintenance-key.ts'

export function deleteMaintenanceUpdateRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId/updates/:updateId',
    {
      schema: {
        summary: 'Delete an update about an occurrence of a maintenance window',
        description: 'The occurrence keeps its status and its dates.',
        tags: ['Maintenance windows'],
        params: MaintenanceUpdateParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = maintenanceKey(request.params)
      const { updateId } = request.params
      await deleteMaintenanceUpdate(deps, actorOf(request, deps), { key, updateId })
      return reply.code(204).send()
    },
  )
}
