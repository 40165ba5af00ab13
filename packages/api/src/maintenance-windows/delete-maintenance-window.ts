import { MaintenanceWindowParams } from '@sonde/schema/maintenance-window.ts'
import { deleteMaintenanceWindow as removeWindow } from '@sonde/store/maintenance-windows.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'

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
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      const isGone = await deps.store.write((db) => removeWindow(db, key))
      if (!isGone) throw notFound('maintenance window')
      return reply.code(204).send()
    },
  )
}
