import type { ChannelListName } from '@sonde/schema/alerts/channels/channel-kind.ts'
import { channelKinds } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { type AlertChannelRow, channelsById } from '@sonde/store/alerts/alert-channels.ts'
import { subscriptionsOf, type Subscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** What answers show of the channels that a check is subscribed to. */
export type ShownSubscriptions = {
  alertChannelSubscriptions: Subscription[]
  alertChannels: Record<ChannelListName, JsonObject[]>
}

/**
 * By the id of the check, in three queries for any number of them. `subscribers` are the groups whose
 * subscriptions are shown instead of the check's.
 */
export async function shownSubscriptions(
  db: Db,
  checkIds: readonly string[],
  subscribers: ReadonlyMap<string, number> = new Map(),
): Promise<(checkId: string) => ShownSubscriptions> {
  const rows = [
    ...(await subscriptionsOf(db, { checkIds: checkIds.filter((id) => !subscribers.has(id)) })),
    ...(await subscriptionsOf(db, { groupIds: [...new Set(subscribers.values())] })),
  ]
  const active = rows.filter(({ activated }) => activated).map(({ channelId }) => channelId)
  const channels = await channelsById(db, [...new Set(active)])
  const bySubscriber = Map.groupBy(rows, ({ checkId, groupId }) => checkId ?? groupId)
  return (checkId) => {
    const own = bySubscriber.get(subscribers.get(checkId) ?? checkId) ?? []
    return {
      alertChannelSubscriptions: own.map(({ channelId, activated }) => ({
        alertChannelId: channelId,
        activated,
      })),
      alertChannels: channelSummaries(
        own.flatMap(({ channelId, activated }) => (activated ? (channels.get(channelId) ?? []) : [])),
      ),
    }
  }
}

/** The answer schema leaves out the fields of a configuration that these lists do not show. */
function channelSummaries(channels: readonly AlertChannelRow[]): ShownSubscriptions['alertChannels'] {
  const lists: ShownSubscriptions['alertChannels'] = { email: [], webhook: [], slack: [], sms: [] }
  for (const { type, shownConfig } of channels) {
    const { listedAs } = channelKinds[type]
    if (listedAs !== undefined) lists[listedAs.name].push(...listedAs.entries(shownConfig))
  }
  return lists
}
