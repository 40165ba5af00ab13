import {
  deleteMaintenanceUpdate as deleteUpdate,
  listMaintenanceUpdates,
} from '@sonde/store/maintenance/maintenance-updates.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import {
  lockMaintenance,
  type MaintenanceDeps,
  type MaintenanceKey,
  stepContext,
} from './lock-maintenance.ts'
import { updateAnswer } from './maintenance-answer.ts'

/** The occurrence keeps its status and its dates. */
export async function deleteMaintenanceUpdate(
  deps: MaintenanceDeps,
  actor: Actor,
  { key, updateId }: { key: MaintenanceKey; updateId: string },
): Promise<void> {
  const { accountId } = actor
  await deps.store.write(async (db) => {
    const { window, maintenance } = await lockMaintenance(db, { accountId, ...key }, stepContext(deps))
    const updates = await listMaintenanceUpdates(db, [maintenance.id])
    const update = updates.find(({ id }) => id === updateId.toLowerCase())
    if (!update) throw notFound('update')
    await deleteUpdate(db, { maintenanceId: maintenance.id, id: update.id })
    await recordChange(db, actor, {
      entityType: 'MAINTENANCE_UPDATE',
      entityId: update.id,
      entityName: window.name,
      before: updateAnswer(window, update),
      after: null,
    })
  })
}
