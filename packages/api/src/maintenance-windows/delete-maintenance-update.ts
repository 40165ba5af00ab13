import { MaintenanceUpdateParams } from '@sonde/schema/alerts/maintenance-window.ts'
import {
  deleteMaintenanceUpdate as removeUpdate,
  listMaintenanceUpdates,
} from '@sonde/store/maintenance/maintenance-updates.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { doingOf, holdMaintenance } from './held-maintenance.ts'
import { updateAnswer } from './maintenance-answer.ts'

export function deleteMaintenanceUpdate(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId/updates/:updateId',
    {
      schema: {
        summary: 'Delete an update about an occurrence of a maintenance window',
        description: 'What was said is gone; the occurrence keeps its status and its dates.',
        tags: ['Maintenance windows'],
        params: MaintenanceUpdateParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, ...request.params }
      await deps.store.write(async (db) => {
        const { window, maintenance } = await holdMaintenance(db, key, doingOf(deps))
        const updates = await listMaintenanceUpdates(db, [maintenance.id])
        const update = updates.find(({ id }) => id === key.updateId.toLowerCase())
        if (!update) throw notFound('update')
        await removeUpdate(db, { maintenanceId: maintenance.id, id: update.id })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'MAINTENANCE_UPDATE',
          entityId: update.id,
          entityName: window.name,
          before: updateAnswer(window, update),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
