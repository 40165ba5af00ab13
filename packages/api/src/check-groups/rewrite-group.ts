import type { Role } from '@sonde/schema/accounts/role.ts'
import { subscriptionsOf, type Subscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import { findGroupForUpdate } from '@sonde/store/checks/check-groups.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Actor } from '@sonde/actions/actor.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { groupAnswer } from './group-answer.ts'
import { documentOf, type GroupDocument } from './group-document.ts'
import { storeChangedGroup } from './store-group.ts'

/** What a request makes of a stored group. */
type Change = (stored: GroupDocument, version: 1 | 2) => { document: GroupDocument; version: 1 | 2 }

/** Writes a changed group with all that follows for its checks; gives the answer of the API. */
export async function rewriteGroup(
  deps: ApiDeps,
  { actor, id, role }: { actor: Actor; id: number; role: Role },
  change: Change,
): Promise<Awaited<ReturnType<typeof groupAnswer>>> {
  const { sealer } = deps.store
  const { accountId } = actor
  const { checkIds, answer } = await deps.store.write(async (db) => {
    const before = await findGroupForUpdate(db, { accountId, id })
    if (before === null) throw notFound('check group')
    const stored = documentOf(before, sealer)
    const { document, version } = change(stored, before.version)
    if (document.alertChannelSubscriptions !== undefined) {
      stored.alertChannelSubscriptions = await subscriptionsOfGroup(db, before.id)
    }
    const changed = await storeChangedGroup(db, deps, { before, version, document })
    await recordChange(db, actor, {
      entityType: 'CHECK_GROUP',
      entityId: before.id,
      entityName: changed.after.name,
      before: stored,
      after: document,
    })
    return {
      checkIds: changed.checkIds,
      answer: await groupAnswer(db, changed.after, { role, sealer }),
    }
  })
  await deps.runs.groupWritten(checkIds)
  return answer
}

async function subscriptionsOfGroup(db: Db, groupId: number): Promise<Subscription[]> {
  const rows = await subscriptionsOf(db, { groupIds: [groupId] })
  return rows.map(({ channelId, activated }) => ({ alertChannelId: channelId, activated }))
}
