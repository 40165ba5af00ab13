import { createAlertChannel } from '@sonde/actions/alert-channels/create-alert-channel.ts'
import { AlertChannelCreate, WrittenAlertChannel } from '@sonde/schema/alerts/alert-channel.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function createAlertChannelRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/alert-channels',
    {
      schema: {
        summary: 'Create an alert channel',
        description:
          'Secrets are masked in this response and in every later one, unless the account has set ' +
          '`showChannelSecrets`. A type that this server cannot send is stored with `deliverable: false`. ' +
          '`subscribe` subscribes many checks at once, with the channel.',
        tags: ['Alert channels'],
        body: AlertChannelCreate,
        response: answers({ 201: WrittenAlertChannel }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { role } = accountOf(request)
      const channel = await createAlertChannel(deps, actorOf(request, deps), { input: request.body, role })
      return reply.code(201).send(channel)
    },
  )
}
