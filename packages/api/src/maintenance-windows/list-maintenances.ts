import { MaintenanceListQuery, MaintenanceWindowParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { MaintenanceList } from '@sonde/schema/alerts/maintenance.ts'
import { findMaintenanceWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import { listMaintenances as findMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { maintenanceAnswers } from '@sonde/actions/maintenance-windows/maintenance-answer.ts'

export function listMaintenances(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/maintenance-windows/:id/maintenances',
    {
      schema: {
        summary: 'List the occurrences of a maintenance window',
        description:
          'Latest start first: planned ones, as far as they exist already, and past ones. The header ' +
          '`Content-Range` contains the total.',
        tags: ['Maintenance windows'],
        params: MaintenanceWindowParams,
        querystring: MaintenanceListQuery,
        response: answers({ 200: MaintenanceList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      const window = await findMaintenanceWindow(read, key)
      if (!window) throw notFound('maintenance window')
      const offset = offsetOf(request.query)
      const { limit } = request.query
      const { rows, total } = await findMaintenances(read, { windowId: window.id, limit, offset })
      setContentRange(reply, { offset, length: rows.length, total })
      return await maintenanceAnswers(read, window, rows, deps.clock.now())
    },
  )
}
