import { createMaintenanceWindow } from '@sonde/actions/maintenance-windows/create-maintenance-window.ts'
import { MaintenanceWindow, MaintenanceWindowCreate } from '@sonde/schema/alerts/maintenance-window.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { omitsEmptyValues } from '../http/update-mode.ts'

export function createMaintenanceWindowRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/maintenance-windows',
    {
      schema: {
        summary: 'Create a maintenance window',
        description:
          'Once or repeating. A start in the past is allowed: the window is then active at once, if it has not ended. ' +
          'A window that would neither silence, pause nor announce anything is rejected.',
        tags: ['Maintenance windows'],
        body: MaintenanceWindowCreate,
        response: answers({ 201: MaintenanceWindow }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const window = await createMaintenanceWindow(deps, actorOf(request, deps), {
        input: request.body,
        isSparse: omitsEmptyValues(request),
      })
      return reply.code(201).send(window)
    },
  )
}
