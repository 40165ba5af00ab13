import { isDeepStrictEqual } from 'node:util'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import { clearCertificateExpiry } from '@sonde/store/alerts/certificate-expiry.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { rewriteCheckLocations } from '@sonde/store/checks/check-private-locations.ts'
import { insertCheck, updateCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import { columnsOf, type CheckDocument } from './check-document.ts'
import { requireReferences } from './check-references.ts'

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
  const { sealer } = deps.store
  const locationIds = await requireReferences(db, before.accountId, document)
  const after: CheckRow = {
    ...before,
    ...columnsOf(before, document, sealer),
    // Grows with every accepted write, also when the clock does not.
    updatedAt: nextUpdatedAt(before, deps.clock.now()),
  }
  await updateCheck(db, before, after)
  await deps.runs.announceChange(db, before.id)
  if (await hasStopped(db, before, after)) await resetAlertStates(db, [before.id])
  if (hasMoved(kind, before, after)) await clearCertificateExpiry(db, before.id)
  if (!isDeepStrictEqual(before.config['privateLocations'], after.config['privateLocations'])) {
    await rewriteCheckLocations(db, before, locationIds)
  }
  const { alertChannelSubscriptions } = document
  if (alertChannelSubscriptions) await replaceCheckSubscriptions(db, before, alertChannelSubscriptions)
  const hasOtherVariables =
    before.groupId !== after.groupId ||
    !isDeepStrictEqual(stored.environmentVariables ?? null, document.environmentVariables ?? null)
  if (hasOtherVariables) await bumpRunContext(db)
  return after
}

function hasMoved(kind: CheckKind, before: CheckRow, after: CheckRow): boolean {
  const domainOf = kind.run?.certificate?.domainOf
  return domainOf !== undefined && domainOf(before.config) !== domainOf(after.config)
}

/** Whether the check runs no more, by itself or by the group that it has joined. */
async function hasStopped(db: Db, before: CheckRow, after: CheckRow): Promise<boolean> {
  if (!before.activated) return false
  if (!after.activated) return true
  const { accountId, groupId } = after
  if (groupId === null || groupId === before.groupId) return false
  return (await findGroup(db, { accountId, id: groupId }))?.activated === false
}
