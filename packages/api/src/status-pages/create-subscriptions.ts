import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import {
  SubscriptionsBulkCreate,
  SubscriptionsBulkCreated,
} from '@sonde/schema/status-pages/status-page-subscription.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createSubscriptions } from '@sonde/actions/status-pages/create-subscriptions.ts'

export function createSubscriptionsRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/:statusPageId/subscriptions/bulk',
    {
      schema: {
        summary: 'Add subscribers to a status page',
        description:
          'Addresses that are already subscribed are skipped. Without `autoVerify` new ones are PENDING: they get one mail that asks for confirmation, and no others until they confirm.',
        tags: ['Status Pages', 'Subscriptions'],
        params: StatusPageParams,
        body: SubscriptionsBulkCreate,
        response: answers({ 201: SubscriptionsBulkCreated }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) =>
      reply.code(201).send(
        await createSubscriptions(deps, actorOf(request, deps), {
          statusPageId: request.params.statusPageId,
          input: request.body,
        }),
      ),
  )
}
