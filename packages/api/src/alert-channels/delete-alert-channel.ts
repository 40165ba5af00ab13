import { AlertChannelParams } from '@sonde/schema/alerts/alert-channel.ts'
import { deleteChannel, findChannelForUpdate } from '@sonde/store/alerts/alert-channels.ts'
import { dropNotificationsOf } from '@sonde/store/notifications/notifications.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { auditedChannel } from './audited-channel.ts'
import { channelAnswer } from './channel-answer.ts'

export function deleteAlertChannel(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/alert-channels/:id',
    {
      schema: {
        summary: 'Delete an alert channel',
        description: 'Its subscriptions go with it, and what is still to be sent to it is dropped.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      await deps.store.write(async (db) => {
        const channel = await findChannelForUpdate(db, key)
        if (channel === null) throw notFound('alert channel')
        const shown = await channelAnswer(db, channel)
        await deleteChannel(db, key)
        await dropNotificationsOf(db, key.id, deps.clock.now())
        await recordDocument(db, actorOf(request, deps), 'ALERT_CHANNEL', {
          before: auditedChannel(shown, channel, deps.store.sealer),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
