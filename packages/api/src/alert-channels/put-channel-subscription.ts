import { subscribeToChannel } from '@sonde/actions/alert-channels/subscribe-to-channel.ts'
import {
  AlertChannelParams,
  ChannelSubscription,
  ChannelSubscriptionWrite,
} from '@sonde/schema/alerts/alert-channel.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function putChannelSubscription(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/alert-channels/:id/subscriptions',
    {
      schema: {
        summary: 'Subscribe a check or a group to an alert channel',
        description: 'Adds the subscription, or changes the existing one.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        body: ChannelSubscriptionWrite,
        response: answers({ 200: ChannelSubscription }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const channelId = Number(request.params.id)
      return await subscribeToChannel(deps, actorOf(request, deps), { channelId, input: request.body })
    },
  )
}
