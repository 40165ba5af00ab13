import { catchUp } from '@sonde/alerting/maintenance/take-steps.ts'
import {
  findMaintenanceWindowForUpdate,
  type MaintenanceWindowRow,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import { findMaintenance, type MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import { notFound } from '@sonde/actions/refusal.ts'

/** What every change of an occurrence has to know. */
export type Doing = { now: number; mailing: { publicUrl: string; canMail: boolean } }

export function doingOf(deps: ApiDeps): Doing {
  return {
    now: deps.clock.now(),
    mailing: { publicUrl: deps.publicUrl(), canMail: deps.alerting.smtp !== null },
  }
}

export async function holdWindow(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<MaintenanceWindowRow> {
  const window = await findMaintenanceWindowForUpdate(db, { accountId, id: Number(id) })
  if (!window) throw notFound('maintenance window')
  return window
}

/** An occurrence that nobody else changes until the write ends, brought to where it should be by now. */
export async function holdMaintenance(
  db: Db,
  key: { accountId: string; id: string; maintenanceId: string },
  doing: Doing,
): Promise<{ window: MaintenanceWindowRow; maintenance: MaintenanceRow }> {
  const window = await holdWindow(db, key)
  const found = await findMaintenance(db, { windowId: window.id, id: key.maintenanceId })
  if (!found) throw notFound('maintenance')
  return { window, maintenance: await catchUp(db, window, found, doing) }
}
