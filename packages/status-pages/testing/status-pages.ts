import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { SubscriberStatus } from '@sonde/schema/status-pages/status-page-subscription.ts'
import { replaceCards } from '@sonde/store/status-pages/status-page-cards.ts'
import { insertService, type ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'
import { insertSubscribers } from '@sonde/store/status-pages/status-page-subscribers.ts'
import { insertPage, type PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Store } from '@sonde/store/engine/store.ts'

export async function addService(store: Store, accountId: string, name = 'Payments'): Promise<ServiceRow> {
  const service = { id: randomUUIDv7(), accountId, name, createdAt: 1_000, updatedAt: null }
  await store.write((db) => insertService(db, service))
  return service
}

/** A page with one card for each list of services. */
export async function addPage(
  store: Store,
  accountId: string,
  { name = 'Acme', cards }: { name?: string; cards: readonly (readonly ServiceRow[])[] },
): Promise<PageRow> {
  const id = randomUUIDv7()
  const url = `p-${randomBytes(6).toString('hex')}`
  const row = { id, accountId, name, url, customDomain: null, config: {}, version: 1, createdAt: 1_000 }
  const page: PageRow = { ...row, updatedAt: null }
  await store.write(async (db) => {
    await insertPage(db, page)
    await replaceCards(
      db,
      id,
      cards.map((services, index) => ({
        id: randomUUIDv7(),
        name: `Card ${index}`,
        createdAt: 1_000,
        updatedAt: null,
        serviceIds: services.map((service) => service.id),
      })),
    )
  })
  return page
}

export async function addSubscriber(
  store: Store,
  page: PageRow,
  address: string,
  status: SubscriberStatus = 'VERIFIED',
): Promise<{ id: string; token: string }> {
  const subscriber = { id: randomUUIDv7(), token: randomBytes(32).toString('hex') }
  const row = { ...subscriber, pageId: page.id, address, status, createdAt: 1_000, updatedAt: null }
  await store.write((db) => insertSubscribers(db, [row]))
  return subscriber
}

/** The mails that wait to be sent, oldest first. */
export async function waitingMails(store: Store, accountId: string) {
  const rows = await store.read
    .selectFrom('notifications')
    .select(['target', 'event', 'lane', 'channel_id', 'is_exempt'])
    .where('account_id', '=', accountId)
    .orderBy('no')
    .execute()
  return rows.map(({ target, event, lane, channel_id: channelId, is_exempt: isExempt }) => ({
    target: target ?? '',
    lane,
    channelId,
    isExempt: Boolean(isExempt),
    mail: JSON.parse(event) as { kind: string; subject: string; text: string },
  }))
}
