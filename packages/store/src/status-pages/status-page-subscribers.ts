import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('status_page_subscribers', {
  id: 'id',
  pageId: 'page_id',
  /** In lower case. */
  address: 'address',
  status: 'status',
  /** Whoever knows it may end the subscription. */
  token: 'token',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

export type SubscriberRow = RowOf<typeof columns>

/** Leaves out addresses that the page has already; the ids of those that were new. */
export async function insertSubscribers(db: Db, subscribers: readonly SubscriberRow[]): Promise<Set<string>> {
  if (subscribers.length === 0) return new Set()
  const rows = await db
    .insertInto('status_page_subscribers')
    .values(subscribers.map(columns.write))
    .onConflict((conflict) => conflict.columns(['page_id', 'address']).doNothing())
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** By page; one without any is left out. */
export async function countVerifiedSubscribers(
  db: Db,
  pageIds: readonly string[],
): Promise<Map<string, number>> {
  if (pageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('status_page_subscribers')
    .select(({ fn }) => ['page_id', fn.countAll<number | string>().as('count')])
    .where('page_id', 'in', pageIds)
    .where('status', '=', 'VERIFIED')
    .groupBy('page_id')
    .execute()
  return new Map(rows.map((row) => [row.page_id, Number(row.count)]))
}

/** Newest first. */
export async function listSubscribers(db: Db, pageId: string): Promise<SubscriberRow[]> {
  const rows = await db
    .selectFrom('status_page_subscribers')
    .selectAll()
    .where('page_id', '=', pageId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(columns.read)
}

/** Those who asked for mails and confirmed it. */
export async function verifiedSubscribersOf(db: Db, pageIds: readonly string[]): Promise<SubscriberRow[]> {
  if (pageIds.length === 0) return []
  const rows = await db
    .selectFrom('status_page_subscribers')
    .selectAll()
    .where('page_id', 'in', pageIds)
    .where('status', '=', 'VERIFIED')
    .orderBy('page_id')
    .orderBy('id')
    .execute()
  return rows.map(columns.read)
}

/** False when the page has no such subscriber. */
export async function deleteSubscriber(db: Db, key: { pageId: string; id: string }): Promise<boolean> {
  const id = canonicalUuid(key.id)
  if (id === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('status_page_subscribers')
    .where('id', '=', id)
    .where('page_id', '=', key.pageId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The subscription that a link ends, with the name of its page; null when there is none any more. */
export async function findSubscriptionByToken(
  db: Db,
  token: string,
): Promise<{ address: string; pageName: string } | null> {
  const row = await db
    .selectFrom('status_page_subscribers as subscriber')
    .innerJoin('status_pages as page', 'page.id', 'subscriber.page_id')
    .select(['subscriber.address', 'page.name'])
    .where('subscriber.token', '=', token)
    .executeTakeFirst()
  return row === undefined ? null : { address: row.address, pageName: row.name }
}

export async function deleteSubscriberByToken(db: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('status_page_subscribers')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
