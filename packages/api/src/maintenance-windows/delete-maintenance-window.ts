import { MaintenanceWindowParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { deleteMaintenanceWindow as removeWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { holdWindow } from './held-maintenance.ts'
import { windowAnswer } from './window-answer.ts'

export function deleteMaintenanceWindow(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/maintenance-windows/:id',
    {
      schema: {
        summary: 'Delete a maintenance window',
        description: 'With all its occurrences. One that is under way has no more effect at once.',
        tags: ['Maintenance windows'],
        params: MaintenanceWindowParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { id } = request.params
      const accountId = accountOf(request).id
      await deps.store.write(async (db) => {
        const window = await holdWindow(db, { accountId, id })
        await removeWindow(db, { accountId, id: window.id })
        await recordDocument(db, actorOf(request, deps), 'MAINTENANCE_WINDOW', {
          before: windowAnswer(window),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
