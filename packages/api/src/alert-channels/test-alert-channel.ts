import { testAlertChannel } from '@sonde/actions/alert-channels/test-alert-channel.ts'
import { AlertChannelParams, ChannelTest, ChannelTestRequest } from '@sonde/schema/alerts/alert-channel.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

/** Each may take seconds and reach fifty addresses. */
export const channelTestLimit = { max: 10, windowSeconds: 60, sharedAs: 'tests of alert channels' }

export function testAlertChannelRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/alert-channels/:id/test',
    {
      schema: {
        summary: 'Send a sample alert to an alert channel',
        description:
          'Sends it once, without retries, whatever events the channel is set to send. The body is optional. At most 10 requests a minute per user, and per account.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        body: ChannelTestRequest,
        response: answers({ 200: ChannelTest }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' }, limit: channelTestLimit },
      preValidation: (request, _reply, done) => {
        request.body ??= {}
        done()
      },
    },
    async (request) => {
      const order = { id: Number(request.params.id), input: request.body }
      return await testAlertChannel(deps, actorOf(request, deps), order)
    },
  )
}
