import { testUnsavedChannel } from '@sonde/actions/alert-channels/test-alert-channel.ts'
import { ChannelTest, UnsavedChannelTest } from '@sonde/schema/alerts/alert-channel.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { channelTestLimit } from './test-alert-channel.ts'

export function testUnsavedChannelRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/alert-channels/test',
    {
      schema: {
        summary: 'Send a sample alert to an alert channel that is not saved',
        description:
          'Sends it once, without retries. Nothing is saved or logged, and no secret is shown. With `alertChannelId`, ' +
          'masked secrets are replaced by those of that channel, unless the address has changed. Shares the limit of 10 ' +
          'requests a minute with tests of saved channels.',
        tags: ['Alert channels'],
        body: UnsavedChannelTest,
        response: answers({ 200: ChannelTest }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' }, limit: channelTestLimit },
    },
    async (request) => await testUnsavedChannel(deps, actorOf(request, deps), { input: request.body }),
  )
}
