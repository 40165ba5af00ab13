import {
  AlertChannelParams,
  ChannelSubscription,
  ChannelSubscriptionWrite,
} from '@sonde/schema/alerts/alert-channel.ts'
import { keepChannels } from '@sonde/store/alerts/alert-channels.ts'
import { upsertSubscription } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { subscriptionAnswer } from './channel-answer.ts'
import { requireSubjects } from './channel-subjects.ts'

export function putChannelSubscription(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/alert-channels/:id/subscriptions',
    {
      schema: {
        summary: 'Subscribe a check or a group to an alert channel',
        description: 'Adds the subscription, or changes it if there is one.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        body: ChannelSubscriptionWrite,
        response: answers({ 200: ChannelSubscription }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const accountId = accountOf(request).id
      const channelId = Number(request.params.id)
      const row = await deps.store.write(async (db) => {
        const [channel] = await keepChannels(db, { accountId, ids: [channelId] })
        if (channel === undefined) throw notFound('alert channel')
        const [subject] = await requireSubjects(db, accountId, [request.body], () => '')
        if (subject === undefined) throw new Error('one subscription has one subject')
        const subscription = await upsertSubscription(db, { accountId, channelId, ...subject })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'ALERT_CHANNEL',
          entityId: channelId,
          entityName: null,
          before: {},
          after: { subscription: subscriptionAnswer(subscription) },
        })
        return subscription
      })
      return subscriptionAnswer(row)
    },
  )
}
