import { AlertChannel, AlertChannelParams } from '@sonde/schema/alerts/alert-channel.ts'
import { findChannel } from '@sonde/store/alerts/alert-channels.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { viewerOf } from './viewer-of.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { channelAnswer } from '@sonde/actions/alert-channels/channel-answer.ts'

export function getAlertChannel(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/alert-channels/:id',
    {
      schema: {
        summary: 'Show one alert channel',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        response: answers({ 200: AlertChannel }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      const row = await findChannel(deps.store.read, key)
      if (!row) throw notFound('alert channel')
      return await channelAnswer(deps.store.read, row, deps, viewerOf(request))
    },
  )
}
