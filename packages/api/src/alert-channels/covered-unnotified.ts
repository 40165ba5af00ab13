import { readCoveredUnnotified } from '@sonde/actions/alert-channels/covered-unnotified.ts'
import { AlertChannelParams, CoveredUnnotified } from '@sonde/schema/alerts/alert-channel.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function coveredUnnotifiedRoute(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/alert-channels/:id/unnotified-checks',
    {
      schema: {
        summary: 'List the subscribed checks that do not notify a channel',
        description:
          'Checks that are subscribed to the channel, themselves or by their group, and do not notify it: they or ' +
          'their group are paused or muted, or the group uses only its own channels and this is not one of them.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        response: answers({ 200: CoveredUnnotified }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) =>
      await readCoveredUnnotified(deps, {
        accountId: accountOf(request).id,
        id: Number(request.params.id),
      }),
  )
}
