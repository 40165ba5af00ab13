import { postedStep } from '@sonde/alerting/maintenance/lifecycle.ts'
import { takeStep } from '@sonde/alerting/maintenance/take-steps.ts'
import type { MaintenanceUpdate, MaintenanceUpdateCreate } from '@sonde/schema/alerts/maintenance.ts'
import { countMaintenanceUpdates } from '@sonde/store/maintenance/maintenance-updates.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict, invalidInput } from '../refusal.ts'
import {
  lockMaintenance,
  type MaintenanceDeps,
  type MaintenanceKey,
  stepContext,
} from './lock-maintenance.ts'
import { updateAnswer } from './maintenance-answer.ts'

/** Every answer about a maintenance shows all of them. */
const mostUpdates = 500

/** The occurrence takes the status of the update. */
export async function postMaintenanceUpdate(
  deps: MaintenanceDeps & Pick<ActionDeps, 'wakeDelivery'>,
  actor: Actor,
  { key, input }: { key: MaintenanceKey; input: MaintenanceUpdateCreate },
): Promise<MaintenanceUpdate> {
  const { accountId } = actor
  const { status, description, notifySubscribers = false } = input
  const update = await deps.store.write(async (db) => {
    const context = stepContext(deps)
    const { window, maintenance } = await lockMaintenance(db, { accountId, ...key }, context)
    const step = postedStep(maintenance, { status, description, notifySubscribers }, context.now)
    if ('refusal' in step) throw invalidInput([{ path: 'status', message: step.refusal }])
    if ((await countMaintenanceUpdates(db, maintenance.id)) >= mostUpdates) {
      throw conflict(`The maintenance has reached its limit of ${mostUpdates} updates: delete some first`)
    }
    const answer = updateAnswer(window, await takeStep(db, window, step, context))
    await recordChange(db, actor, {
      entityType: 'MAINTENANCE_UPDATE',
      entityId: answer.id,
      entityName: window.name,
      before: null,
      after: answer,
    })
    return answer
  })
  if (notifySubscribers) deps.wakeDelivery()
  return update
}
