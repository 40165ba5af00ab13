import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { lockStateOfCheck } from '@sonde/store/checks/check-states.ts'
import { findCheckForUpdate, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Actor } from '@sonde/actions/actor.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import type { Reading } from '../http/reading.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { answerOf } from './check-answer.ts'
import { documentOf, updatedDocument } from './check-document.ts'
import { shownSubscriptions } from './check-subscriptions.ts'
import { storeChangedCheck } from './store-check.ts'

type CheckChange = {
  actor: Actor
  id: string
  /** Judged by the schema that the type has for this reading. */
  body: Readonly<Record<string, unknown>>
  reading: Reading
}

/** Writes a changed check with all that follows from it; gives the answer of the API. */
export async function rewriteCheck(
  deps: ApiDeps,
  kind: CheckKind,
  { actor, id, body, reading }: CheckChange,
): Promise<Record<string, unknown>> {
  const { accountId } = actor
  const { row, shown } = await deps.store.write(async (db) => {
    // Results lock the state of a check before the check: so does who may have to change both.
    if (mayStop(body) || mayMove(kind, body) || kind.checkType === 'HEARTBEAT') {
      await lockStateOfCheck(db, { accountId, checkId: id })
    }
    const before = await findCheckForUpdate(db, { accountId, id })
    if (!before || before.checkType !== kind.checkType) throw notFound(kind.title)
    const after = await changeCheck(db, deps, { kind, before, actor, body, reading })
    return { row: after, shown: (await shownSubscriptions(db, [before.id]))(before.id) }
  })
  await deps.runs.checkWritten(row)
  return answerOf(row, 'v1', shown, deps.publicUrl())
}

/**
 * Inside `write`: `before` was read in it with `findCheckForUpdate`, after its state was locked if it may stop or
 * move. Who calls tells the scheduler after it. A refusal leaves the check as it was.
 */
export async function changeCheck(
  db: Db,
  deps: ApiDeps,
  { kind, before, actor, body, reading }: Omit<CheckChange, 'id'> & { kind: CheckKind; before: CheckRow },
): Promise<CheckRow> {
  const stored = documentOf(before, deps.store.sealer)
  const document = updatedDocument(kind, stored, body, reading)
  // Without the locations of its group it may have none: somebody has to look at it first.
  const hasLeftGroup = before.groupId !== null && document.groupId === null
  if (hasLeftGroup && reading === 'lenient' && body['activated'] === undefined) document.activated = false
  if (document.alertChannelSubscriptions) {
    stored.alertChannelSubscriptions = (await shownSubscriptions(db, [before.id]))(
      before.id,
    ).alertChannelSubscriptions
  }
  const after = await storeChangedCheck(db, deps, { kind, before, stored, document })
  await recordChange(db, actor, {
    entityType: 'CHECK',
    entityId: before.id,
    entityName: after.name,
    before: stored,
    after: document,
  })
  return after
}

function mayStop(body: Readonly<Record<string, unknown>>): boolean {
  return body['activated'] === false || body['groupId'] !== undefined
}

/** Whether the check may depend on another certificate afterwards. */
function mayMove(kind: CheckKind, body: Readonly<Record<string, unknown>>): boolean {
  return kind.run?.certificate !== undefined && body['request'] !== undefined
}
