import { readUnnotifiedChecks, subscribeUnnotified } from '@sonde/actions/alert-channels/unnotified-checks.ts'
import {
  SubscribedUnnotified,
  SubscribeUnnotified,
  UnnotifiedChecks,
  UnnotifiedChecksQuery,
} from '@sonde/schema/alerts/alert-channel.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function unnotifiedChecksRoutes(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/alert-channels/unnotified-checks',
    {
      schema: {
        summary: 'Count the checks that notify nobody',
        description:
          'Active checks that are not muted and would notify nobody when they fail: no subscription of the check or ' +
          'its group is active, or all channels either do not send failures or cannot be reached by this server. ' +
          'If the group uses only its own channels, those of the check do not count.',
        tags: ['Alert channels'],
        querystring: UnnotifiedChecksQuery,
        response: answers({ 200: UnnotifiedChecks }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) =>
      await readUnnotifiedChecks(deps, {
        accountId: accountOf(request).id,
        checkId: request.query.checkId,
      }),
  )
  app.post(
    '/v1/alert-channels/unnotified-checks',
    {
      schema: {
        summary: 'Subscribe the checks that notify nobody',
        description:
          'Subscribes them to each of these channels, in one transaction. If the group of a check uses only its own channels, the ' +
          'group is subscribed.',
        tags: ['Alert channels'],
        body: SubscribeUnnotified,
        response: answers({ 200: SubscribedUnnotified }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => await subscribeUnnotified(deps, actorOf(request, deps), { input: request.body }),
  )
}
