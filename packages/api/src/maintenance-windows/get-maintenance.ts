import { MaintenanceParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { Maintenance } from '@sonde/schema/alerts/maintenance.ts'
import { findMaintenanceWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import { findMaintenance } from '@sonde/store/maintenance/maintenances.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { maintenanceAnswers } from '@sonde/actions/maintenance-windows/maintenance-answer.ts'

export function getMaintenance(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId',
    {
      schema: {
        summary: 'Show one occurrence of a maintenance window',
        tags: ['Maintenance windows'],
        params: MaintenanceParams,
        response: answers({ 200: Maintenance }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      const window = await findMaintenanceWindow(read, key)
      if (!window) throw notFound('maintenance window')
      const row = await findMaintenance(read, { windowId: window.id, id: request.params.maintenanceId })
      const [answer] = row ? await maintenanceAnswers(read, window, [row], deps.clock.now()) : []
      if (!answer) throw notFound('maintenance')
      return answer
    },
  )
}
