import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { SubscriberStatus } from '@sonde/schema/status-pages/status-page-subscription.ts'
import { replaceCards } from '@sonde/store/status-pages/status-page-cards.ts'
import { insertComponent, type ComponentRow } from '@sonde/store/status-pages/status-page-components.ts'
import { insertRules, type RuleRow } from '@sonde/store/status-pages/status-page-rules.ts'
import { insertService, type ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'
import { insertSubscribers } from '@sonde/store/status-pages/status-page-subscribers.ts'
import { insertPages, type PageRow } from '@sonde/store/status-pages/status-pages.ts'
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
  const page: PageRow = { ...row, layout: 'CARDS', updatedAt: null }
  await store.write(async (db) => {
    await insertPages(db, [page])
    const shown = cards.map((services, index) => ({
      id: randomUUIDv7(),
      name: `Card ${index}`,
      createdAt: 1_000,
      updatedAt: null,
      serviceIds: services.map((service) => service.id),
    }))
    await replaceCards(db, [{ pageId: id, cards: shown }])
  })
  return page
}

/** A page with components, and its components by name. */
export async function addComponentPage(
  store: Store,
  accountId: string,
  names: readonly string[],
): Promise<{ page: PageRow; components: ComponentRow[] }> {
  const id = randomUUIDv7()
  const page: PageRow = {
    id,
    accountId,
    name: 'Acme',
    url: `p-${randomBytes(6).toString('hex')}`,
    customDomain: null,
    config: {},
    layout: 'COMPONENTS',
    version: 1,
    createdAt: 1_000,
    updatedAt: null,
  }
  const components = names.map((name, index): ComponentRow => ({
    id: randomUUIDv7(),
    accountId,
    pageId: id,
    parentId: null,
    type: 'SERVICE',
    name,
    description: null,
    hidden: false,
    displayOrder: index,
    config: { showHistoricalData: true },
    createdAt: 1_000,
    updatedAt: null,
  }))
  await store.write(async (db) => {
    await insertPages(db, [page])
    for (const component of components) await insertComponent(db, component)
  })
  return { page, components }
}

export async function addRule(
  store: Store,
  page: PageRow,
  { components, ...fields }: Pick<RuleRow, 'components'> & Partial<RuleRow>,
): Promise<RuleRow> {
  const rule: RuleRow = {
    id: randomUUIDv7(),
    accountId: page.accountId,
    pageId: page.id,
    name: 'Checkout is down',
    enabled: true,
    firstUpdate: 'We are looking into it.',
    lastUpdate: 'All is well again.',
    notifySubscribers: true,
    tags: ['checkout'],
    coolDownMinutes: 0,
    incidentId: null,
    openedAt: null,
    recoveredAt: null,
    createdAt: 1_000,
    updatedAt: null,
    ...fields,
    components,
  }
  await store.write((db) => insertRules(db, [rule]))
  return rule
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
