import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import { rewriteCheckLocations } from '@sonde/store/checks/check-private-locations.ts'
import { insertCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { ActionDeps } from '../action-deps.ts'
import { columnsOf, type CheckDocument } from './check-document.ts'
import { requireReferences } from './check-references.ts'
import { prepareChange, storeChangedChecks } from './store-checks.ts'

/** Writes a check with all that follows from it inside `write`. Who calls tells the scheduler after it. */

type StoreDeps = Pick<ActionDeps, 'store' | 'runs' | 'clock'>

export async function storeNewCheck(
  db: Db,
  deps: StoreDeps,
  {
    id,
    accountId,
    kind,
    document,
    createdAt,
  }: { id: string; accountId: string; kind: CheckKind; document: CheckDocument; createdAt: number },
): Promise<CheckRow> {
  const row: CheckRow = {
    id,
    accountId,
    checkType: kind.checkType,
    status: null,
    createdAt,
    updatedAt: null,
    ...columnsOf({ id, checkType: kind.checkType }, document, deps.store.sealer),
  }
  const locationIds = await requireReferences(db, accountId, document)
  await insertCheck(db, row)
  await deps.runs.announceChange(db, id)
  if (locationIds.length > 0) await rewriteCheckLocations(db, row, locationIds)
  const subscriptions = document.alertChannelSubscriptions ?? []
  if (subscriptions.length > 0) await replaceCheckSubscriptions(db, row, subscriptions)
  return row
}

/**
 * `before` was read in the same write with `findCheckForUpdate`, after its state was locked if it may stop or move;
 * `stored` is its document.
 */
export async function storeChangedCheck(
  db: Db,
  deps: StoreDeps,
  {
    kind,
    before,
    stored,
    document,
  }: { kind: CheckKind; before: CheckRow; stored: CheckDocument; document: CheckDocument },
): Promise<CheckRow> {
  const { environmentVariables } = stored
  const at = deps.clock.now()
  const change = prepareChange(deps.store.sealer, { kind, before, environmentVariables, document, at })
  await storeChangedChecks(db, deps, before.accountId, [change], {
    naming: (_, work) => work(),
    startsAtOnce: true,
    contextChanged: () => bumpRunContext(db),
  })
  return change.after
}
