import { updateAlertChannel } from '@sonde/actions/alert-channels/update-alert-channel.ts'
import {
  AlertChannelParams,
  AlertChannelWrite,
  WrittenAlertChannel,
} from '@sonde/schema/alerts/alert-channel.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function updateAlertChannelRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/alert-channels/:id',
    {
      schema: {
        summary: 'Replace an alert channel',
        description:
          'Omitted fields get their default, except subscriptions, which are kept. A secret that is sent back ' +
          'as it was shown is kept too, unless the address moves to another host.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        body: AlertChannelWrite,
        response: answers({ 200: WrittenAlertChannel }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { role } = accountOf(request)
      const id = Number(request.params.id)
      return await updateAlertChannel(deps, actorOf(request, deps), { id, input: request.body, role })
    },
  )
}
