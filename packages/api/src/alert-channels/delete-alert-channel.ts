import { deleteAlertChannel } from '@sonde/actions/alert-channels/delete-alert-channel.ts'
import { AlertChannelParams } from '@sonde/schema/alerts/alert-channel.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

export function deleteAlertChannelRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/alert-channels/:id',
    {
      schema: {
        summary: 'Delete an alert channel',
        description: 'Also deletes its subscriptions. Alerts that are waiting to be sent to it are dropped.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteAlertChannel(deps, actorOf(request, deps), { id: Number(request.params.id) })
      return reply.code(204).send()
    },
  )
}
