import { isDeepStrictEqual } from 'node:util'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import type { CheckKind } from '@sonde/schema/check-kind.ts'
import { findGroup } from '@sonde/store/check-groups.ts'
import { forgetCertificateExpiry } from '@sonde/store/certificate-expiry.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alert-subscriptions.ts'
import { rewriteCheckLocations } from '@sonde/store/check-private-locations.ts'
import { lockStateOfCheck } from '@sonde/store/check-states.ts'
import { findCheckForUpdate, updateCheck, type CheckRow } from '@sonde/store/checks.ts'
import { bumpRunContext } from '@sonde/store/run-context-revision.ts'
import type { Db } from '@sonde/store/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Reading } from '../http/reading.ts'
import { notFound } from '../http/refusal.ts'
import { answerOf } from './check-answer.ts'
import { columnsOf, documentOf, updatedDocument } from './check-document.ts'
import { requireReferences } from './check-references.ts'
import { shownSubscriptions } from './check-subscriptions.ts'

type CheckChange = {
  accountId: string
  id: string
  /** Judged by the schema that the type has for this reading. */
  body: Readonly<Record<string, unknown>>
  reading: Reading
}

/** Writes a changed check with all that follows from it; gives the answer of the API. */
export async function rewriteCheck(
  deps: ApiDeps,
  kind: CheckKind,
  { accountId, id, body, reading }: CheckChange,
): Promise<Record<string, unknown>> {
  const { row, shown } = await deps.store.write(async (db) => {
    // Results lock the state of a check before the check: so does who may have to change both.
    if (mayStop(body) || mayMove(kind, body) || kind.checkType === 'HEARTBEAT') {
      await lockStateOfCheck(db, { accountId, checkId: id })
    }
    const before = await findCheckForUpdate(db, { accountId, id })
    if (!before || before.checkType !== kind.checkType) throw notFound(kind.title)
    const { sealer } = deps.store
    const stored = documentOf(before, sealer)
    const document = updatedDocument(kind, stored, body, reading)
    // Without the locations of its group it may have none: somebody has to look at it first.
    const hasLeftGroup = before.groupId !== null && document.groupId === null
    if (hasLeftGroup && reading === 'lenient' && body['activated'] === undefined) document.activated = false
    const locationIds = await requireReferences(db, accountId, document)
    const after: CheckRow = {
      ...before,
      ...columnsOf(before.id, document, sealer),
      // Grows with every accepted write, also when the clock does not.
      updatedAt: Math.max(deps.clock.now(), (before.updatedAt ?? before.createdAt) + 1),
    }
    await updateCheck(db, before, after)
    await deps.runs.announceChange(db, before.id)
    if (await hasStopped(db, before, after)) await resetAlertStates(db, [before.id])
    if (hasMoved(kind, before, after)) await forgetCertificateExpiry(db, before.id)
    if (!isDeepStrictEqual(before.config['privateLocations'], after.config['privateLocations'])) {
      await rewriteCheckLocations(db, before, locationIds)
    }
    const { alertChannelSubscriptions } = document
    if (alertChannelSubscriptions) await replaceCheckSubscriptions(db, before, alertChannelSubscriptions)
    const isFilledOtherwise =
      before.groupId !== after.groupId ||
      !isDeepStrictEqual(stored.environmentVariables ?? null, document.environmentVariables ?? null)
    if (isFilledOtherwise) await bumpRunContext(db)
    return { row: after, shown: (await shownSubscriptions(db, [before.id]))(before.id) }
  })
  await deps.runs.checkWritten(row)
  return answerOf(row, 'v1', shown, deps.publicUrl())
}

function mayStop(body: Readonly<Record<string, unknown>>): boolean {
  return body['activated'] === false || body['groupId'] !== undefined
}

/** Whether the check may depend on another certificate afterwards. */
function mayMove(kind: CheckKind, body: Readonly<Record<string, unknown>>): boolean {
  return kind.run?.certificate !== undefined && body['request'] !== undefined
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
