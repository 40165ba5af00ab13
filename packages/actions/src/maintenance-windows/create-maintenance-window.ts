import { makeOccurrences } from '@sonde/alerting/maintenance/take-steps.ts'
import type { MaintenanceWindow } from '@sonde/schema/alerts/maintenance-window.ts'
import { insertMaintenanceWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { requirePages } from './page-references.ts'
import { windowAnswer } from './window-answer.ts'
import { newWindow } from './window-document.ts'
import { requireEffect, requireNamedSubjects } from './window-subjects.ts'

export async function createMaintenanceWindow(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  actor: Actor,
  {
    input,
    isSparse,
  }: {
    /** Valid by its create schema. */
    input: Readonly<Record<string, unknown>>
    /** Whether it was written by a client of the reference, whose windows may do nothing. */
    isSparse: boolean
  },
): Promise<MaintenanceWindow> {
  const { accountId } = actor
  const columns = newWindow(input)
  if (!isSparse) requireEffect(columns)
  const now = clock.now()
  const row = { ...columns, accountId, createdAt: now, updatedAt: null }
  return await store.write(async (db) => {
    await requirePages(db, accountId, columns.config.statusPageVisibility)
    await requireNamedSubjects(db, accountId, columns.config)
    const window = { ...row, id: await insertMaintenanceWindow(db, row) }
    await makeOccurrences(db, window, now)
    const after = windowAnswer(window)
    await recordDocument(db, actor, 'MAINTENANCE_WINDOW', { before: null, after })
    return after
  })
}
