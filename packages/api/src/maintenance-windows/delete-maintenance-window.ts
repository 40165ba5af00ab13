import { deleteMaintenanceWindow } from '@sonde/actions/maintenance-windows/delete-maintenance-window.ts'
import { MaintenanceWindowParams } from '@sonde/schema/alerts/maintenance-window.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteMaintenanceWindowRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/maintenance-windows/:id',
    {
      schema: {
        summary: 'Delete a maintenance window',
        description: 'Also deletes its occurrences. One that is in progress ends at once.',
        tags: ['Maintenance windows'],
        params: MaintenanceWindowParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const windowId = Number(request.params.id)
      await deleteMaintenanceWindow(deps, actorOf(request, deps), { windowId })
      return reply.code(204).send()
    },
  )
}
