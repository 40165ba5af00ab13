import type { CheckGroupTrigger, CreateTrigger } from '@sonde/schema/checks/check-trigger.ts'
import { findGroupForUpdate } from '@sonde/store/checks/check-groups.ts'
import { groupTriggers } from '@sonde/store/checks/triggers.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { changeAllowedHosts } from './change-allowed-hosts.ts'
import { notFound } from '../refusal.ts'
import { groupTriggerAnswer } from './trigger-answer.ts'
import { newTriggerToken } from './trigger-token.ts'

/** A group has one at most: asked again, this returns the same, with other hosts if it brings any. */
export async function createGroupTrigger(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'publicUrl'>,
  actor: Actor,
  { groupId, input }: { groupId: number; input: CreateTrigger },
): Promise<CheckGroupTrigger> {
  const { accountId } = actor
  const { token, tokenHash } = newTriggerToken()
  const createdAt = deps.clock.now()
  const trigger = await deps.store.write(async (db) => {
    const group = await findGroupForUpdate(db, { accountId, id: groupId })
    if (group === null) throw notFound('check group')
    const sealedToken = deps.store.sealer.seal(token, groupTriggers.contextOf(group.id))
    const row = await groupTriggers.ensure(db, {
      subjectId: group.id,
      accountId,
      sealedToken,
      tokenHash,
      createdAt,
      allowedHosts: input?.allowedHosts ?? [],
    })
    if (row.sealedToken === sealedToken) {
      await recordChange(db, actor, {
        entityType: 'CHECK_GROUP_TRIGGER',
        entityId: row.id,
        entityName: group.name,
        before: null,
        after: { groupId: group.id, allowedHosts: row.allowedHosts },
      })
      return row
    }
    return await changeAllowedHosts(db, actor, {
      triggers: groupTriggers,
      trigger: row,
      allowedHosts: input?.allowedHosts,
      entity: { entityType: 'CHECK_GROUP_TRIGGER', entityName: group.name },
    })
  })
  return groupTriggerAnswer(trigger, deps)
}
