import { AlertChannelList } from '@sonde/schema/alerts/alert-channel.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import { listChannels } from '@sonde/store/alerts/alert-channels.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { viewerOf } from './viewer-of.ts'
import { channelAnswers } from '@sonde/actions/alert-channels/channel-answer.ts'

export function listAlertChannels(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/alert-channels',
    {
      schema: {
        summary: 'List alert channels',
        description: 'Newest first. The header `Content-Range` contains the total.',
        tags: ['Alert channels'],
        querystring: PageQuery,
        response: answers({ 200: AlertChannelList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { limit } = request.query
      const offset = offsetOf(request.query)
      const { read } = deps.store
      const { rows, total } = await listChannels(read, { accountId: accountOf(request).id, limit, offset })
      setContentRange(reply, { offset, length: rows.length, total })
      return await channelAnswers(read, rows, deps, viewerOf(request))
    },
  )
}
