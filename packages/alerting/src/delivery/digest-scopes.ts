import type { LimitedGroup } from '@sonde/store/notifications/notification-budgets.ts'
import { type DigestScope, limitedVariableGroups } from '@sonde/store/notifications/notification-digests.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { usedVariables } from '../used-variables.ts'
import type { TryDeps } from './one-try.ts'

export type ScopeDeps = Pick<TryDeps, 'loadChannel' | 'variablesFor'> & { store: Store }

/**
 * What the alerts of one target are put together by: those share a digest whose groups give the same values to
 * the variables that the channel uses. Without such variables all do, and so do all groups that leave them to the
 * account.
 */
export async function digestScopes(limited: LimitedGroup, deps: ScopeDeps): Promise<DigestScope[]> {
  const { store, loadChannel, variablesFor } = deps
  const { accountId, channelId } = limited
  const channel = await loadChannel(channelId)
  if (channel === null || !JSON.stringify(channel.config).includes('{{')) {
    return [{ ...limited, groupId: null, groupIds: null }]
  }
  const usedOf = async (groupId: number | null) =>
    JSON.stringify(usedVariables(channel.config, await variablesFor({ accountId, groupId })))
  const ofAccount = await usedOf(null)
  const byVariables = new Map<string, DigestScope & { groupIds: (number | null)[] }>()
  for (const id of await limitedVariableGroups(store.read, channelId)) {
    const key = await usedOf(id)
    const scope = byVariables.get(key)
    if (scope !== undefined) scope.groupIds.push(id)
    else byVariables.set(key, { ...limited, groupId: key === ofAccount ? null : id, groupIds: [id] })
  }
  return [...byVariables.values()]
}
