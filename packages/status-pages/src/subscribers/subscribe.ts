import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { hourMs } from '@sonde/ground/durations.ts'
import { insertSubscribers, type SubscriberRow } from '@sonde/store/status-pages/status-page-subscribers.ts'
import { findPageForUpdate, type PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { findSubscriberForUpdate } from '@sonde/store/status-pages/subscriber-confirmations.ts'
import { askToConfirm, type Asking } from './ask-to-confirm.ts'

/** Nobody is asked more often than this by one page, whoever types the address. */
const betweenMailsMs = hourMs

/**
 * Somebody typed an address at the page. A new or unconfirmed one is asked for a confirmation, a confirmed one is
 * left alone; nothing tells which of them it was. True when a mail was written.
 */
export async function subscribe(
  db: Db,
  { page, address }: { page: PageRow; address: string },
  asking: Asking,
): Promise<boolean> {
  // Two at once are one subscription and one mail.
  if ((await findPageForUpdate(db, page)) === null) return false
  const known = await findSubscriberForUpdate(db, { pageId: page.id, address })
  if (known?.status === 'VERIFIED') return false
  if (known !== null && known.confirmSentAt !== null && known.confirmSentAt > asking.at - betweenMailsMs) {
    return false
  }
  if (known !== null) {
    await askToConfirm(db, page, known, asking)
    return true
  }
  const subscriber = newSubscriber(page.id, { address, status: 'PENDING', at: asking.at })
  await insertSubscribers(db, [subscriber])
  await askToConfirm(db, page, subscriber, asking)
  return true
}

export function newSubscriber(
  pageId: string,
  { address, status, at }: { address: string; status: SubscriberRow['status']; at: number },
): SubscriberRow {
  return {
    id: randomUUIDv7(),
    pageId,
    address,
    status,
    token: randomBytes(32).toString('hex'),
    createdAt: at,
    updatedAt: null,
  }
}
