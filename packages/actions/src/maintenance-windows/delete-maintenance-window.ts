import { deleteMaintenanceWindows } from '@sonde/store/maintenance/maintenance-windows.ts'
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
  await store.write(async (db) => {
    const window = await lockWindow(db, { accountId: actor.accountId, windowId })
    await deleteMaintenanceWindows(db, [window])
    await recordDocument(db, actor, 'MAINTENANCE_WINDOW', { before: windowAnswer(window), after: null })
  })
}
