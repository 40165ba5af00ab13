import type {
  SubscriptionsBulkCreate,
  SubscriptionsBulkCreated,
} from '@sonde/schema/status-pages/status-page-subscription.ts'
import { askToConfirm } from '@sonde/status-pages/subscribers/ask-to-confirm.ts'
import { newSubscriber } from '@sonde/status-pages/subscribers/subscribe.ts'
import { findPageForUpdate } from '@sonde/store/status-pages/status-pages.ts'
import { insertSubscribers } from '@sonde/store/status-pages/status-page-subscribers.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createSubscriptions(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId, input }: { statusPageId: string; input: SubscriptionsBulkCreate },
): Promise<SubscriptionsBulkCreated> {
  const { subscriptions, autoVerify = false } = input
  const status = autoVerify ? 'VERIFIED' : 'PENDING'
  const canMail = deps.alerting.smtp !== null
  const addresses = subscriptions.map(({ config }) =>
    (typeof config === 'string' ? config : config.address).toLowerCase(),
  )
  const key = { accountId: actor.accountId, id: statusPageId }
  const created = await deps.store.write(async (db) => {
    const page = await findPageForUpdate(db, key)
    if (!page) throw notFound('status page')
    const at = deps.clock.now()
    const rows = [...new Set(addresses)].map((address) => newSubscriber(page.id, { address, status, at }))
    const newSubscribers = await insertSubscribers(db, rows)
    const count = newSubscribers.size
    if (canMail && status === 'PENDING') {
      const asking = { at, publicUrl: deps.publicUrl() }
      for (const row of rows.filter(({ id }) => newSubscribers.has(id))) {
        await askToConfirm(db, page, row, asking)
      }
    }
    await recordChange(db, actor, {
      entityType: 'STATUS_PAGE_SUBSCRIPTION',
      entityId: page.id,
      entityName: page.name,
      before: null,
      after: { statusPageId: page.id, created: count, status },
    })
    return count
  })
  if (canMail && created > 0) deps.wakeDelivery()
  return { created, skipped: addresses.length - created, status }
}
