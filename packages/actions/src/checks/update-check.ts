import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { lockStateOfCheck } from '@sonde/store/checks/check-states.ts'
import { type CheckRow, findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { answerOf } from './check-answer.ts'
import { documentOf, updatedDocument } from './check-document.ts'
import { checkRelations } from './check-relations.ts'
import { shownSubscriptions } from './check-subscriptions.ts'
import { storeChangedCheck } from './store-check.ts'
import type { UpdateMode } from './update-mode.ts'

type Input = Readonly<Record<string, unknown>>

export type UpdateCheckDeps = Pick<ActionDeps, 'store' | 'runs' | 'clock' | 'publicUrl'>

export type CheckUpdateOrder = {
  id: string
  kind: CheckKind
  /** Valid by the schema that the type has for this mode. */
  input: Input
  mode: UpdateMode
}

/** Writes a changed check with all that follows from it; returns it as version 1 of the API shows it. */
export async function updateCheck(
  deps: UpdateCheckDeps,
  actor: Actor,
  { id, kind, input, mode }: CheckUpdateOrder,
): Promise<Record<string, unknown>> {
  const { accountId } = actor
  const { row, relations } = await deps.store.write(async (db) => {
    // Results lock the state of a check before the check: so does who may have to change both.
    if (mayStop(input) || mayMove(kind, input) || kind.pings !== undefined) {
      await lockStateOfCheck(db, { accountId, checkId: id })
    }
    const before = await findCheckForUpdate(db, { accountId, id })
    if (!before || before.checkType !== kind.checkType) throw notFound(kind.title)
    const after = await updateLockedCheck(db, deps, actor, { kind, before, input, mode })
    return { row: after, relations: (await checkRelations(db, [before.id]))(before.id) }
  })
  await deps.runs.checkWritten(row)
  return answerOf(row, 'v1', relations, {
    publicUrl: deps.publicUrl(),
    role: 'READ_WRITE',
    sealer: deps.store.sealer,
  })
}

/**
 * Inside `write`: `before` was read in it with `findCheckForUpdate`, after its state was locked if it may stop or
 * move. Who calls tells the scheduler after it. A refusal leaves the check as it was.
 */
export async function updateLockedCheck(
  db: Db,
  deps: Pick<ActionDeps, 'store' | 'runs' | 'clock'>,
  actor: Actor,
  { kind, before, input, mode }: Omit<CheckUpdateOrder, 'id'> & { before: CheckRow },
): Promise<CheckRow> {
  const stored = documentOf(before, deps.store.sealer)
  const document = updatedDocument(kind, stored, input, mode)
  // Without the locations of its group it may have none: somebody has to look at it first.
  const hasLeftGroup = before.groupId !== null && document.groupId === null
  if (hasLeftGroup && mode !== 'strict' && input['activated'] === undefined) document.activated = false
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

function mayStop(input: Input): boolean {
  return input['activated'] === false || input['groupId'] !== undefined
}

/** Whether the check may depend on another certificate afterwards. */
function mayMove(kind: CheckKind, input: Input): boolean {
  return kind.run?.certificate !== undefined && input['request'] !== undefined
}
