import { deleteMaintenanceWindow as deleteWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { lockWindow } from './lock-maintenance.ts'
import { windowAnswer } from './window-answer.ts'

/** With all its occurrences. One that is under way has no more effect at once. */
export async function deleteMaintenanceWindow(
  { store }: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { windowId }: { windowId: number },
): Promise<void> {
  await store.write((db) => removeMaintenanceWindow(db, actor, { windowId }))
}

/** Inside `write`. */
export async function removeMaintenanceWindow(
  db: Db,
  actor: Actor,
  { windowId }: { windowId: number },
): Promise<void> {
  const { accountId } = actor
  const window = await lockWindow(db, { accountId, windowId })
  await deleteWindow(db, { accountId, id: window.id })
  await recordDocument(db, actor, 'MAINTENANCE_WINDOW', { before: windowAnswer(window), after: null })
}
