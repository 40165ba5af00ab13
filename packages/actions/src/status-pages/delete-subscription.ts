import type { SubscriptionParams } from '@sonde/schema/status-pages/status-page-subscription.ts'
import { findPage } from '@sonde/store/status-pages/status-pages.ts'
import { deleteSubscriber } from '@sonde/store/status-pages/status-page-subscribers.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteSubscription(
  deps: ActionDeps,
  actor: Actor,
  ids: SubscriptionParams,
): Promise<void> {
  const { statusPageId, subscriptionId } = ids
  await deps.store.write(async (db) => {
    const page = await findPage(db, { accountId: actor.accountId, id: statusPageId })
    if (!page) throw notFound('status page')
    if (!(await deleteSubscriber(db, { pageId: page.id, id: subscriptionId }))) {
      throw notFound('subscription')
    }
    await recordChange(db, actor, {
      entityType: 'STATUS_PAGE_SUBSCRIPTION',
      entityId: subscriptionId.toLowerCase(),
      entityName: page.name,
      before: { statusPageId: page.id },
      after: null,
    })
  })
}
