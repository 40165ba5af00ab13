import { isActive } from '@sonde/alerting/maintenance/lifecycle.ts'
import { updateMaintenance } from '@sonde/store/maintenance/maintenances.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import {
  lockMaintenance,
  type MaintenanceDeps,
  type MaintenanceKey,
  stepContext,
} from './lock-maintenance.ts'
import { maintenanceAnswers } from './maintenance-answer.ts'

/** The occurrence does not come back, and the others stay. One that is under way has no more effect at once. */
export async function deleteMaintenance(
  deps: MaintenanceDeps,
  actor: Actor,
  { key }: { key: MaintenanceKey },
): Promise<void> {
  const { accountId } = actor
  await deps.store.write(async (db) => {
    const context = stepContext(deps)
    const { now } = context
    const { window, maintenance } = await lockMaintenance(db, { accountId, ...key }, context)
    const endedAt = isActive(maintenance.status) ? now : maintenance.endedAt
    const deletion = { isDeleted: true, status: 'CANCELLED', endedAt, updatedAt: now } as const
    const [before] = await maintenanceAnswers(db, window, [maintenance], now)
    await updateMaintenance(db, { ...maintenance, ...deletion })
    await recordChange(db, actor, {
      entityType: 'MAINTENANCE',
      entityId: maintenance.id,
      entityName: window.name,
      before: before ?? {},
      after: null,
    })
  })
}
