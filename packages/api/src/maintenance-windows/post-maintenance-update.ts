import { postMaintenanceUpdate } from '@sonde/actions/maintenance-windows/post-maintenance-update.ts'
import { MaintenanceParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { MaintenanceUpdate, MaintenanceUpdateCreate } from '@sonde/schema/alerts/maintenance.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { maintenanceKey } from './maintenance-key.ts'

export function postMaintenanceUpdateRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId/updates',
    {
      schema: {
        summary: 'Post an update about an occurrence of a maintenance window',
        description:
          'Also sets the status of the occurrence: IN_PROGRESS and VERIFYING start or reopen it, COMPLETED and ' +
          'CANCELLED end its effects at once. After its end it can be reopened only with a new end.',
        tags: ['Maintenance windows'],
        params: MaintenanceParams,
        body: MaintenanceUpdateCreate,
        response: answers({ 201: MaintenanceUpdate }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = maintenanceKey(request.params)
      const order = { key, input: request.body }
      return reply.code(201).send(await postMaintenanceUpdate(deps, actorOf(request, deps), order))
    },
  )
}
