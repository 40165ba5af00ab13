import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import type { SubscriberStatus } from '@sonde/schema/status-pages/status-page-subscription.ts'

/** A subscription as whoever asks for it again finds it. */
export type AskedSubscriber = {
  id: string
  address: string
  token: string
  status: SubscriberStatus
  confirmSentAt: number | null
}

/** Inside `write`: nobody changes the subscription until the write ends. `address` in lower case. */
export async function findSubscriberForUpdate(
  db: Db,
  { pageId, address }: { pageId: string; address: string },
): Promise<AskedSubscriber | null> {
  const query = db
    .selectFrom('status_page_subscribers')
    .select(['id', 'address', 'token', 'status', 'confirm_sent_at'])
    .where('page_id', '=', pageId)
    .where('address', '=', address)
  const row = await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()
  if (row === undefined) return null
  const { id, token, status, confirm_sent_at: confirmSentAt } = row
  return { id, address: row.address, token, status, confirmSentAt }
}

/** The link of a mail that was sent before is good no more. */
export async function noteConfirmationMail(
  db: Db,
  { id, hash, until, sentAt }: { id: string; hash: string; until: number; sentAt: number },
): Promise<void> {
  await db
    .updateTable('status_page_subscribers')
    .set({ confirm_hash: hash, confirm_until: until, confirm_sent_at: sentAt })
    .where('id', '=', id)
    .execute()
}

export type Confirmation = { address: string; pageName: string; status: SubscriberStatus }

/** Null when the link is none, or too old. One that was used stays good, to say that all is well. */
export async function findConfirmation(
  db: Db,
  { hash, now }: { hash: string; now: number },
): Promise<Confirmation | null> {
  const row = await db
    .selectFrom('status_page_subscribers as subscriber')
    .innerJoin('status_pages as page', 'page.id', 'subscriber.page_id')
    .select(['subscriber.address', 'subscriber.status', 'page.name'])
    .where('subscriber.confirm_hash', '=', hash)
    .where('subscriber.confirm_until', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : { address: row.address, pageName: row.name, status: row.status }
}

export async function confirmSubscriber(db: Db, { hash, now }: { hash: string; now: number }): Promise<void> {
  await db
    .updateTable('status_page_subscribers')
    .set({ status: 'VERIFIED', updated_at: now })
    .where('confirm_hash', '=', hash)
    .where('confirm_until', '>', now)
    .where('status', '=', 'PENDING')
    .execute()
}

/** Those who were asked and did not answer in time; how many. */
export async function forgetUnconfirmed(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('status_page_subscribers')
    .where('status', '=', 'PENDING')
    .where('confirm_until', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
