import { SubscriptionParams } from '@sonde/schema/status-pages/status-page-subscription.ts'
import { findPage } from '@sonde/store/status-pages/status-pages.ts'
import { deleteSubscriber } from '@sonde/store/status-pages/status-page-subscribers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function deleteSubscription(app: App, deps: ApiDeps): void {
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
      const { statusPageId, subscriptionId } = request.params
      await deps.store.write(async (db) => {
        const page = await findPage(db, { accountId: accountOf(request).id, id: statusPageId })
        if (!page) throw notFound('status page')
        if (!(await deleteSubscriber(db, { pageId: page.id, id: subscriptionId }))) {
          throw notFound('subscription')
        }
        await recordChange(db, actorOf(request, deps), {
          entityType: 'STATUS_PAGE_SUBSCRIPTION',
          entityId: subscriptionId.toLowerCase(),
          entityName: page.name,
          before: { statusPageId: page.id },
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
