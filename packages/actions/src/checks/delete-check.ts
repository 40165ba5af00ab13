import { lockStateOfCheck } from '@sonde/store/checks/check-states.ts'
import { type CheckRow, deleteCheck as deleteRow, findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { documentOf } from './check-document.ts'

export async function deleteCheck(
  deps: Pick<ActionDeps, 'store' | 'runs'>,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const { accountId } = actor
  await deps.store.write(async (db) => {
    // Results lock the state of a check before the check: so does who deletes both.
    await lockStateOfCheck(db, { accountId, checkId: id })
    const before = await findCheckForUpdate(db, { accountId, id })
    if (before === null) throw notFound('check')
    await deleteLockedCheck(db, deps, actor, before)
  })
  await deps.runs.checkDeleted(id.toLowerCase())
}

/**
 * Inside `write`: deletes a check that was read in it with `findCheckForUpdate`, after its state was locked. Who
 * calls tells the scheduler after it.
 */
export async function deleteLockedCheck(
  db: Db,
  deps: Pick<ActionDeps, 'store' | 'runs'>,
  actor: Actor,
  before: CheckRow,
): Promise<void> {
  await deleteRow(db, { accountId: before.accountId, id: before.id })
  await deps.runs.announceChange(db, before.id)
  await recordChange(db, actor, {
    entityType: 'CHECK',
    entityId: before.id,
    entityName: before.name,
    before: { checkType: before.checkType, ...documentOf(before, deps.store.sealer) },
    after: null,
  })
}
