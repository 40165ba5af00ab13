import { isActive } from '@sonde/alerting/maintenance/lifecycle.ts'
import { catchUp } from '@sonde/alerting/maintenance/take-steps.ts'
import type { Maintenance } from '@sonde/schema/alerts/maintenance.ts'
import { readIsoMoment } from '@sonde/schema/validation/iso-moment.ts'
import { type MaintenanceRow, updateMaintenance } from '@sonde/store/maintenance/maintenances.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { invalidInput, notFound } from '../refusal.ts'
import {
  lockMaintenance,
  type MaintenanceDeps,
  type MaintenanceKey,
  stepContext,
} from './lock-maintenance.ts'
import { maintenanceAnswers } from './maintenance-answer.ts'

type Dates = { startsAt?: string; endsAt?: string }

/** Gives one occurrence other dates. The window and its other occurrences stay as they are. */
export async function moveMaintenance(
  deps: MaintenanceDeps,
  actor: Actor,
  { key, input }: { key: MaintenanceKey; input: Dates },
): Promise<Maintenance> {
  const { accountId } = actor
  const [answer] = await deps.store.write(async (db) => {
    const context = stepContext(deps)
    const { now } = context
    const { window, maintenance } = await lockMaintenance(db, { accountId, ...key }, context)
    const row = withDates(maintenance, input, now)
    if (row !== maintenance) await updateMaintenance(db, row)
    const [before] = await maintenanceAnswers(db, window, [maintenance], now)
    const current = await catchUp(db, window, row, context)
    const views = await maintenanceAnswers(db, window, [current], now)
    await recordChange(db, actor, {
      entityType: 'MAINTENANCE',
      entityId: maintenance.id,
      entityName: window.name,
      before: before ?? {},
      after: views[0] ?? {},
    })
    return views
  })
  if (!answer) throw notFound('maintenance')
  return answer
}

function withDates(maintenance: MaintenanceRow, input: Dates, now: number): MaintenanceRow {
  if (input.startsAt === undefined && input.endsAt === undefined) return maintenance
  const startsAt = momentOf(input.startsAt) ?? maintenance.startsAt
  const endsAt = momentOf(input.endsAt) ?? maintenance.endsAt
  if (endsAt <= startsAt) {
    const path = input.endsAt === undefined ? 'startsAt' : 'endsAt'
    const message = path === 'endsAt' ? 'must be after startsAt' : 'must be before endsAt'
    throw invalidInput([{ path, message }])
  }
  if (isActive(maintenance.status) && startsAt > now) {
    const message = 'must not be in the future: the maintenance has started. Complete or cancel it instead'
    throw invalidInput([{ path: 'startsAt', message }])
  }
  const reminded = startsAt === maintenance.startsAt ? maintenance.reminded : []
  return { ...maintenance, startsAt, endsAt, reminded, isMoved: true, updatedAt: now }
}

function momentOf(text: string | undefined): number | null {
  return text === undefined ? null : readIsoMoment(text)
}
