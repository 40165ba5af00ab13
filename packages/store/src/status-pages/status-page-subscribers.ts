import type { SubscriberStatus } from '@sonde/schema/status-pages/status-page-subscription.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type SubscriberRow = {
  id: string
  pageId: string
  /** In lower case. */
  address: string
  status: SubscriberStatus
  /** Whoever knows it may end the subscription. */
  token: string
  createdAt: number
  updatedAt: number | null
}

/** Leaves out addresses that the page has already; the ids of those that were new. */
export async function insertSubscribers(db: Db, subscribers: readonly SubscriberRow[]): Promise<Set<string>> {
  if (subscribers.length === 0) return new Set()
  const rows = await db
    .insertInto('status_page_subscribers')
    .values(
      subscribers.map((subscriber) => ({
        id: subscriber.id,
        page_id: subscriber.pageId,
        address: subscriber.address,
        status: subscriber.status,
        token: subscriber.token,
        created_at: subscriber.createdAt,
        updated_at: subscriber.updatedAt,
      })),
    )
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
  return rows.map(toSubscriber)
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
  return rows.map(toSubscriber)
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

function toSubscriber(row: Selectable<Database['status_page_subscribers']>): SubscriberRow {
  return {
    id: row.id,
    pageId: row.page_id,
    address: row.address,
    status: row.status,
    token: row.token,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
