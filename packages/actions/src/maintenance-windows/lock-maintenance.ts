import { catchUp } from '@sonde/alerting/maintenance/take-steps.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import {
  findMaintenanceWindowForUpdate,
  type MaintenanceWindowRow,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import { findMaintenance, type MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'
import type { ActionDeps } from '../action-deps.ts'
import { notFound } from '../refusal.ts'

export type MaintenanceDeps = Pick<ActionDeps, 'store' | 'clock' | 'publicUrl' | 'alerting'>

/** When an occurrence is changed, and how subscribers are told of it. */
export type StepContext = { now: number; mailing: { publicUrl: string; canMail: boolean } }

export function stepContext({ clock, publicUrl, alerting }: MaintenanceDeps): StepContext {
  return { now: clock.now(), mailing: { publicUrl: publicUrl(), canMail: alerting.smtp !== null } }
}

export async function lockWindow(
  db: Db,
  { accountId, windowId }: { accountId: string; windowId: number },
): Promise<MaintenanceWindowRow> {
  const window = await findMaintenanceWindowForUpdate(db, { accountId, id: windowId })
  if (!window) throw notFound('maintenance window')
  return window
}

/** Which occurrence of which window. */
export type MaintenanceKey = { windowId: number; maintenanceId: string }

/** An occurrence that nobody else changes until the write ends, brought to where it should be by now. */
export async function lockMaintenance(
  db: Db,
  key: MaintenanceKey & { accountId: string },
  context: StepContext,
): Promise<{ window: MaintenanceWindowRow; maintenance: MaintenanceRow }> {
  const window = await lockWindow(db, key)
  const row = await findMaintenance(db, { windowId: window.id, id: key.maintenanceId })
  if (!row) throw notFound('maintenance')
  return { window, maintenance: await catchUp(db, window, row, context) }
}
