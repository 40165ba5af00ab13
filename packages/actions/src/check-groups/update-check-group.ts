import type { Role } from '@sonde/schema/accounts/role.ts'
import { type CheckGroup, CheckGroupPatchV2, CheckGroupUpdate } from '@sonde/schema/checks/check-group.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { type Subscription, subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import { findGroupForUpdate } from '@sonde/store/checks/check-groups.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { invalidInput, notFound } from '../refusal.ts'
import { groupAnswer } from './group-answer.ts'
import {
  documentOf,
  type GroupDocument,
  mergedGroup,
  sparseOmissions,
  wholeGroup,
  withExplicitSubscriptions,
  withStoredLocations,
} from './group-document.ts'
import { storeChangedGroup } from './store-group.ts'

type Input = Readonly<Record<string, unknown>>

/**
 * How a group is changed. Replace: `input` is the whole group, which becomes one of version 2. Merge: `input` is laid
 * over the group, which keeps its version; `version` says by which schema it is valid. Sparse: `input` was written by
 * an encoder that leaves empty values out.
 */
export type GroupUpdate = (
  | { mode: 'replace'; input: Input }
  | { mode: 'merge'; version: 1 | 2; input: Input }
) & { isSparse: boolean }

/** Writes a changed group with all that follows for its checks. */
export async function updateCheckGroup(
  deps: Pick<ActionDeps, 'store' | 'runs' | 'clock'>,
  actor: Actor,
  {
    role,
    id,
    update,
  }: {
    /** Of whoever sees the group that is returned. */
    role: Role
    id: number
    update: GroupUpdate
  },
): Promise<CheckGroup> {
  const { sealer } = deps.store
  const { accountId } = actor
  const { checkIds, answer } = await deps.store.write(async (db) => {
    const before = await findGroupForUpdate(db, { accountId, id })
    if (before === null) throw notFound('check group')
    const stored = documentOf(before, sealer)
    const { document, version } = updatedGroup(update, stored, before.version)
    if (document.alertChannelSubscriptions !== undefined) {
      stored.alertChannelSubscriptions = await subscriptionsOfGroup(db, before.id)
    }
    const outcome = await storeChangedGroup(db, deps, { before, version, document })
    await recordChange(db, actor, {
      entityType: 'CHECK_GROUP',
      entityId: before.id,
      entityName: outcome.after.name,
      before: stored,
      after: document,
    })
    return {
      checkIds: outcome.checkIds,
      answer: await groupAnswer(db, outcome.after, { role, sealer }),
    }
  })
  await deps.runs.checksWritten(checkIds)
  return answer
}

function updatedGroup(
  update: GroupUpdate,
  stored: GroupDocument,
  storedVersion: 1 | 2,
): { document: GroupDocument; version: 1 | 2 } {
  const { isSparse } = update
  const input = isSparse ? withExplicitSubscriptions(update.input) : update.input
  if (update.mode === 'replace') {
    const whole = isSparse ? withStoredLocations(input, stored) : input
    return { document: wholeGroup(2, whole, stored), version: 2 }
  }
  if (update.version === 1) {
    const omissions = isSparse ? sparseOmissions : undefined
    return { document: mergedGroup(CheckGroupUpdate, stored, input, omissions), version: storedVersion }
  }
  if (storedVersion === 1) requireDecisions(input)
  return { document: mergedGroup(CheckGroupPatchV2, stored, input), version: storedVersion }
}

/** A group of version 1 decides these for its checks; null would be read as something else. */
function requireDecisions(input: Input): void {
  const violations = ['useGlobalAlertSettings', 'alertSettings', 'runParallel']
    .filter((path) => input[path] === null)
    .map((path): Violation => {
      const message = 'must not be null in a group of version 1: PUT the whole group to /v2 first'
      return { path, message }
    })
  if (violations.length > 0) throw invalidInput(violations)
}

async function subscriptionsOfGroup(db: Db, groupId: number): Promise<Subscription[]> {
  const rows = await subscriptionsOf(db, { groupIds: [groupId] })
  return rows.map(({ channelId, activated }) => ({ alertChannelId: channelId, activated }))
}
