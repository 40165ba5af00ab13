import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import { SubscriptionList, type Subscription } from '@sonde/schema/status-pages/status-page-subscription.ts'
import { findPage } from '@sonde/store/status-pages/status-pages.ts'
import { listSubscribers, type SubscriberRow } from '@sonde/store/status-pages/status-page-subscribers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function listSubscriptions(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/:statusPageId/subscriptions',
    {
      schema: {
        summary: 'List the subscribers of a status page',
        description: 'All of them, newest first.',
        tags: ['Status Pages', 'Subscriptions'],
        params: StatusPageParams,
        response: answers({ 200: SubscriptionList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.statusPageId }
      const page = await findPage(read, key)
      if (!page) throw notFound('status page')
      return (await listSubscribers(read, page.id)).map(subscriptionAnswer)
    },
  )
}

function subscriptionAnswer(row: SubscriberRow): Subscription {
  return {
    id: row.id,
    type: 'EMAIL',
    address: row.address,
    status: row.status,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt ?? row.createdAt).toISOString(),
  }
}
