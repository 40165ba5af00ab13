import type { AlertChannel, ChannelSubscription } from '@sonde/schema/alerts/alert-channel.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import { type SubscriptionRow, subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** Channels as the API shows them, in two queries for any number of them. */
export async function channelAnswers(db: Db, rows: readonly AlertChannelRow[]): Promise<AlertChannel[]> {
  const subscriptions = await subscriptionsOf(db, { channelIds: rows.map(({ id }) => id) })
  const byChannel = Map.groupBy(subscriptions, ({ channelId }) => channelId)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    config: row.shownConfig,
    subscriptions: (byChannel.get(row.id) ?? []).map(subscriptionAnswer),
    sendFailure: row.sendFailure,
    sendRecovery: row.sendRecovery,
    sendDegraded: row.sendDegraded,
    sslExpiry: row.sslExpiry,
    sslExpiryThreshold: row.sslExpiryThreshold,
    autoSubscribe: row.autoSubscribe,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
    projectBindings: { owner: null, references: [] },
  }))
}

export async function channelAnswer(db: Db, row: AlertChannelRow): Promise<AlertChannel> {
  const [answer] = await channelAnswers(db, [row])
  if (answer === undefined) throw new Error('one channel gives one answer')
  return answer
}

export function subscriptionAnswer({
  id,
  checkId,
  groupId,
  activated,
}: SubscriptionRow): ChannelSubscription {
  return { id, checkId, groupId, activated }
}
