import { postedStep } from '@sonde/alerting/maintenance/lifecycle.ts'
import { adjustedDates } from '@sonde/alerting/maintenance/take-steps.ts'
import type { MaintenanceUpdate, MaintenanceUpdateEdit } from '@sonde/schema/alerts/maintenance.ts'
import {
  listMaintenanceUpdates,
  type MaintenanceUpdateRow,
  updateMaintenanceUpdate,
} from '@sonde/store/maintenance/maintenance-updates.ts'
import { updateMaintenance } from '@sonde/store/maintenance/maintenances.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { invalidInput, notFound } from '../refusal.ts'
import {
  lockMaintenance,
  type MaintenanceDeps,
  type MaintenanceKey,
  stepContext,
} from './lock-maintenance.ts'
import { updateAnswer } from './maintenance-answer.ts'

/** Nobody is mailed again. A new status of the latest update is also the new status of the occurrence. */
export async function editMaintenanceUpdate(
  deps: MaintenanceDeps,
  actor: Actor,
  { key, updateId, input }: { key: MaintenanceKey; updateId: string; input: MaintenanceUpdateEdit },
): Promise<MaintenanceUpdate> {
  const { accountId } = actor
  const { description } = input
  return await deps.store.write(async (db) => {
    const context = stepContext(deps)
    const { now } = context
    const { window, maintenance } = await lockMaintenance(db, { accountId, ...key }, context)
    const updates = await listMaintenanceUpdates(db, [maintenance.id])
    const update = updates.find(({ id }) => id === updateId.toLowerCase())
    if (!update) throw notFound('update')
    const { status = update.status } = input
    let row: MaintenanceUpdateRow = { ...update, status, description, updatedAt: now }
    if (update === updates[0] && status !== update.status && status !== maintenance.status) {
      const step = postedStep(maintenance, { status, description, notifySubscribers: false }, now)
      if ('refusal' in step) throw invalidInput([{ path: 'status', message: step.refusal }])
      await updateMaintenance(db, step.after)
      row = { ...row, ...adjustedDates(step.before, step.after) }
    }
    await updateMaintenanceUpdate(db, row)
    const after = updateAnswer(window, row)
    await recordChange(db, actor, {
      entityType: 'MAINTENANCE_UPDATE',
      entityId: update.id,
      entityName: window.name,
      before: updateAnswer(window, update),
      after,
    })
    return after
  })
}
