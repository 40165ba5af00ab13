import type { Violation } from '@sonde/schema/validation/violation.ts'
import { keepChannels } from '@sonde/store/alerts/alert-channels.ts'
import type { Subscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** Naming every one of ten thousand wrong entries would help nobody. */
const mostEntriesNamed = 50

/** What is wrong with the channels that a check or a group names. `existingIds` are those that the account has. */
export function unknownChannels(
  subscriptions: readonly Subscription[],
  existingIds: ReadonlySet<number>,
): Violation[] {
  const uniqueIds = new Set<number>()
  return subscriptions
    .flatMap(({ alertChannelId: id }, index): Violation[] => {
      const path = `alertChannelSubscriptions.${index}.alertChannelId`
      if (!existingIds.has(id)) return [{ path, message: 'is not an alert channel of this account' }]
      if (uniqueIds.has(id)) return [{ path, message: 'is listed twice' }]
      uniqueIds.add(id)
      return []
    })
    .slice(0, mostEntriesNamed)
}

/**
 * The subscriptions that something new gets beside those that it lists: to every channel, or else, if it lists
 * none at all, to the channels that ask for it.
 */
export async function automaticSubscriptions(
  db: Db,
  accountId: string,
  { subscriptions, assignsAll }: { subscriptions: readonly Subscription[] | null; assignsAll: boolean },
): Promise<Subscription[]> {
  if (subscriptions !== null && !assignsAll) return []
  const channelIds = new Set(subscriptions?.map(({ alertChannelId }) => alertChannelId))
  const channels = await keepChannels(db, { accountId, ids: 'all' })
  return channels
    .filter(({ id, autoSubscribe }) => !channelIds.has(id) && (assignsAll || autoSubscribe))
    .map(({ id }) => ({ alertChannelId: id, activated: true }))
}
