import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import {
  SubscriptionsBulkCreate,
  SubscriptionsBulkCreated,
} from '@sonde/schema/status-pages/status-page-subscription.ts'
import { askToConfirm } from '@sonde/status-pages/ask-to-confirm.ts'
import { newSubscriber } from '@sonde/status-pages/subscribe.ts'
import { findPageForUpdate } from '@sonde/store/status-pages/status-pages.ts'
import { insertSubscribers } from '@sonde/store/status-pages/status-page-subscribers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function createSubscriptions(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/:statusPageId/subscriptions/bulk',
    {
      schema: {
        summary: 'Add subscribers to a status page',
        description:
          'Addresses that the page has already are skipped and stay as they are. Without `autoVerify` they are PENDING: they get one mail that asks for their confirmation, and no other until they have given it.',
        tags: ['Status Pages', 'Subscriptions'],
        params: StatusPageParams,
        body: SubscriptionsBulkCreate,
        response: answers({ 201: SubscriptionsBulkCreated }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { subscriptions, autoVerify = false } = request.body
      const status = autoVerify ? 'VERIFIED' : 'PENDING'
      const canMail = deps.alerting.smtp !== null
      const addresses = subscriptions.map(({ config }) =>
        (typeof config === 'string' ? config : config.address).toLowerCase(),
      )
      const key = { accountId: accountOf(request).id, id: request.params.statusPageId }
      const created = await deps.store.write(async (db) => {
        const page = await findPageForUpdate(db, key)
        if (!page) throw notFound('status page')
        const at = deps.clock.now()
        const rows = [...new Set(addresses)].map((address) => newSubscriber(page.id, { address, status, at }))
        const added = await insertSubscribers(db, rows)
        const count = added.size
        if (canMail && status === 'PENDING') {
          const asking = { at, publicUrl: deps.publicUrl() }
          for (const row of rows.filter(({ id }) => added.has(id))) {
            await askToConfirm(db, page, row, asking)
          }
        }
        await recordChange(db, actorOf(request, deps), {
          entityType: 'STATUS_PAGE_SUBSCRIPTION',
          entityId: page.id,
          entityName: page.name,
          before: null,
          after: { statusPageId: page.id, created: count, status },
        })
        return count
      })
      if (canMail && created > 0) deps.wakeDelivery()
      return reply.code(201).send({ created, skipped: addresses.length - created, status })
    },
  )
}
