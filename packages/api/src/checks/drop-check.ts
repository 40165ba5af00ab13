import { deleteCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Actor } from '@sonde/actions/actor.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { documentOf } from './check-document.ts'

/**
 * Inside `write`: deletes a check that was read in it with `findCheckForUpdate`, after its state was locked. Who
 * calls tells the scheduler after it.
 */
export async function dropCheck(
  db: Db,
  deps: ApiDeps,
  { before, actor }: { before: CheckRow; actor: Actor },
): Promise<void> {
  await deleteCheck(db, { accountId: before.accountId, id: before.id })
  await deps.runs.announceChange(db, before.id)
  await recordChange(db, actor, {
    entityType: 'CHECK',
    entityId: before.id,
    entityName: before.name,
    before: { checkType: before.checkType, ...documentOf(before, deps.store.sealer) },
    after: null,
  })
}
