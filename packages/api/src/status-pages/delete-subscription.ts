import { SubscriptionParams } from '@sonde/schema/status-pages/status-page-subscription.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteSubscription } from '@sonde/actions/status-pages/delete-subscription.ts'

export function deleteSubscriptionRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/:statusPageId/subscriptions/:subscriptionId',
    {
      schema: {
        summary: 'Remove a subscriber from a status page',
        tags: ['Status Pages', 'Subscriptions'],
        params: SubscriptionParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteSubscription(deps, actorOf(request, deps), request.params)
      return reply.code(204).send()
    },
  )
}
