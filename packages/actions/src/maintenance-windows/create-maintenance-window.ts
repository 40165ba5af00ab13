import { makeOccurrences } from '@sonde/alerting/maintenance/take-steps.ts'
import type { MaintenanceWindow } from '@sonde/schema/alerts/maintenance-window.ts'
import { insertMaintenanceWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { requirePages } from './page-references.ts'
import { windowAnswer } from './window-answer.ts'
import { newWindow } from './window-document.ts'

export async function createMaintenanceWindow(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  actor: Actor,
  {
    input,
  }: {
    /** Valid by its create schema. */
    input: Readonly<Record<string, unknown>>
  },
): Promise<MaintenanceWindow> {
  const { accountId } = actor
  const columns = newWindow(input)
  const now = clock.now()
  const row = { ...columns, accountId, createdAt: now, updatedAt: null }
  return await store.write(async (db) => {
    await requirePages(db, accountId, columns.config.statusPageVisibility)
    const window = { ...row, id: await insertMaintenanceWindow(db, row) }
    await makeOccurrences(db, window, now)
    const after = windowAnswer(window)
    await recordDocument(db, actor, 'MAINTENANCE_WINDOW', { before: null, after })
    return after
  })
}
