import type { Role } from '@sonde/schema/accounts/role.ts'
import type { CheckGroup } from '@sonde/schema/checks/check-group.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { automaticSubscriptions } from '../alert-channels/named-channels.ts'
import { recordChange } from '../audit/record-change.ts'
import { groupAnswer } from './group-answer.ts'
import { wholeGroup } from './group-document.ts'
import { storeNewGroup } from './store-group.ts'

export async function createCheckGroup(
  deps: Pick<ActionDeps, 'store' | 'runs' | 'clock'>,
  actor: Actor,
  {
    role,
    version,
    input,
    autoAssignAlerts,
  }: {
    /** Of whoever sees the group that is returned. */
    role: Role
    version: 1 | 2
    /** Valid by the create schema of the version. */
    input: Readonly<Record<string, unknown>>
    autoAssignAlerts: boolean
  },
): Promise<CheckGroup> {
  const { accountId } = actor
  const { sealer } = deps.store
  const document = wholeGroup(version, input, null)
  return await deps.store.write(async (db) => {
    const subscriptions = document.alertChannelSubscriptions ?? []
    const automatic = await automaticSubscriptions(db, accountId, {
      subscriptions,
      assignsAll: autoAssignAlerts,
    })
    const whole = { ...document, alertChannelSubscriptions: [...subscriptions, ...automatic] }
    const createdAt = deps.clock.now()
    const group = await storeNewGroup(db, deps, { accountId, version, document: whole, createdAt })
    await recordChange(db, actor, {
      entityType: 'CHECK_GROUP',
      entityId: group.id,
      entityName: group.name,
      before: null,
      after: whole,
    })
    return await groupAnswer(db, group, { role, sealer })
  })
}
