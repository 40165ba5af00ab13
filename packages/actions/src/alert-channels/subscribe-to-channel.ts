import type { ChannelSubscription } from '@sonde/schema/alerts/alert-channel.ts'
import { keepChannels } from '@sonde/store/alerts/alert-channels.ts'
import { upsertSubscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { channelNameOf } from './channel-label.ts'
import { notFound } from '../refusal.ts'
import { subscriptionAnswer } from './channel-answer.ts'
import { requireSubjects, type SentSubscription } from './channel-subjects.ts'

/** Adds the subscription of a check or a group, or changes it if there is one. */
export async function subscribeToChannel(
  { store }: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { channelId, input }: { channelId: number; input: SentSubscription },
): Promise<ChannelSubscription> {
  const { accountId } = actor
  return await store.write(async (db) => {
    const [channel] = await keepChannels(db, { accountId, ids: [channelId] })
    if (channel === undefined) throw notFound('alert channel')
    const [subject] = await requireSubjects(db, accountId, [input], () => '')
    if (subject === undefined) throw new Error('one subscription has one subject')
    const subscription = subscriptionAnswer(
      await upsertSubscription(db, { accountId, channelId, ...subject }),
    )
    await recordChange(db, actor, {
      entityType: 'ALERT_CHANNEL',
      entityId: channelId,
      entityName: await channelNameOf(db, { accountId, id: channelId }),
      before: {},
      after: { subscription },
    })
    return subscription
  })
}
