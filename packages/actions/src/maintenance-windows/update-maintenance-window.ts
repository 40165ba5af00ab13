import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { followWindow } from '@sonde/alerting/maintenance/take-steps.ts'
import type { MaintenanceWindow } from '@sonde/schema/alerts/maintenance-window.ts'
import { updateMaintenanceWindows } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { lockWindow, type MaintenanceDeps, stepContext } from './lock-maintenance.ts'
import { requirePages } from './page-references.ts'
import { windowAnswer } from './window-answer.ts'
import { updatedWindow } from './window-document.ts'
import { shownBindings } from '../projects/shown-bindings.ts'
import { requireEffect, requireNamedSubjects } from './window-subjects.ts'

/** What is left out stays as it is. Occurrences that have not begun follow the window. */
export async function updateMaintenanceWindow(
  deps: MaintenanceDeps,
  actor: Actor,
  {
    windowId,
    input,
    isSparse,
  }: {
    windowId: number
    /** Valid by its update schema. */
    input: Readonly<Record<string, unknown>>
    /** Whether it was written by an encoder that leaves empty values out. */
    isSparse: boolean
  },
): Promise<MaintenanceWindow> {
  const { accountId } = actor
  return await deps.store.write(async (db) => {
    const before = await lockWindow(db, { accountId, windowId })
    const context = stepContext(deps)
    const row = {
      ...before,
      ...updatedWindow(before, input, { isSparse }),
      updatedAt: nextUpdatedAt(before, context.now),
    }
    if (!isSparse) requireEffect(row)
    await requireNamedSubjects(db, accountId, row.config, before.config)
    if (input['statusPageVisibility'] !== undefined) {
      await requirePages(db, accountId, row.config.statusPageVisibility)
    }
    await updateMaintenanceWindows(db, [row])
    await followWindow(db, before, row, context)
    const bindings = (await shownBindings(db, 'maintenance-window', [row.id]))(row.id)
    const after = windowAnswer(row, bindings)
    await recordDocument(db, actor, 'MAINTENANCE_WINDOW', { before: windowAnswer(before, bindings), after })
    return after
  })
}
