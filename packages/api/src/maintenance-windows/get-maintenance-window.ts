import { MaintenanceWindow, MaintenanceWindowParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { findMaintenanceWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { windowAnswers } from '@sonde/actions/maintenance-windows/window-answer.ts'

export function getMaintenanceWindow(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/maintenance-windows/:id',
    {
      schema: {
        summary: 'Show one maintenance window',
        tags: ['Maintenance windows'],
        params: MaintenanceWindowParams,
        response: answers({ 200: MaintenanceWindow }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      const window = await findMaintenanceWindow(deps.store.read, key)
      if (!window) throw notFound('maintenance window')
      const [answer] = await windowAnswers(deps.store.read, [window])
      if (answer === undefined) throw new Error('one window gives one answer')
      return answer
    },
  )
}
