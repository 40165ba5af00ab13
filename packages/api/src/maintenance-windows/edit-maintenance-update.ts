import { postedStep } from '@sonde/alerting/maintenance/lifecycle.ts'
import { adjustedDates } from '@sonde/alerting/maintenance/take-steps.ts'
import { MaintenanceUpdateParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { MaintenanceUpdate, MaintenanceUpdateEdit } from '@sonde/schema/alerts/maintenance.ts'
import {
  listMaintenanceUpdates,
  updateMaintenanceUpdate,
  type MaintenanceUpdateRow,
} from '@sonde/store/maintenance/maintenance-updates.ts'
import { updateMaintenance } from '@sonde/store/maintenance/maintenances.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound, invalidInput } from '@sonde/actions/refusal.ts'
import { doingOf, holdMaintenance } from './held-maintenance.ts'
import { updateAnswer } from './maintenance-answer.ts'

export function editMaintenanceUpdate(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId/updates/:updateId',
    {
      schema: {
        summary: 'Change an update about an occurrence of a maintenance window',
        description:
          'Nobody is mailed again. A new status of the latest update is also the new status of the occurrence.',
        tags: ['Maintenance windows'],
        params: MaintenanceUpdateParams,
        body: MaintenanceUpdateEdit,
        response: answers({ 200: MaintenanceUpdate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, ...request.params }
      const { description } = request.body
      return await deps.store.write(async (db) => {
        const doing = doingOf(deps)
        const { window, maintenance } = await holdMaintenance(db, key, doing)
        const updates = await listMaintenanceUpdates(db, [maintenance.id])
        const update = updates.find(({ id }) => id === key.updateId.toLowerCase())
        if (!update) throw notFound('update')
        const { status = update.status } = request.body
        let edited: MaintenanceUpdateRow = { ...update, status, description, updatedAt: doing.now }
        if (update === updates[0] && status !== update.status && status !== maintenance.status) {
          const step = postedStep(maintenance, { status, description, notifySubscribers: false }, doing.now)
          if ('refusal' in step) throw invalidInput([{ path: 'status', message: step.refusal }])
          await updateMaintenance(db, step.after)
          edited = { ...edited, ...adjustedDates(step.before, step.after) }
        }
        await updateMaintenanceUpdate(db, edited)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'MAINTENANCE_UPDATE',
          entityId: update.id,
          entityName: window.name,
          before: updateAnswer(window, update),
          after: updateAnswer(window, edited),
        })
        return updateAnswer(window, edited)
      })
    },
  )
}
