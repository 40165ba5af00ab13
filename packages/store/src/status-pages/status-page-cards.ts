import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import type { ServiceRow } from './status-page-services.ts'

export type CardRow = {
  id: string
  name: string
  createdAt: number
  updatedAt: number | null
}

type PageCards = {
  pageId: string
  cards: readonly (CardRow & { serviceIds: readonly string[] })[]
}

/** The cards of each of the pages become these, in this order. Each service at most once on a card. */
export async function replaceCards(db: Db, pages: readonly PageCards[]): Promise<void> {
  for (const chunk of chunks(pages, keysPerStatement)) {
    const pageIds = chunk.map(({ pageId }) => pageId)
    await db.deleteFrom('status_page_cards').where('page_id', 'in', pageIds).execute()
  }
  await insertRows(
    db,
    'status_page_cards',
    pages.flatMap(({ pageId, cards }) =>
      cards.map((card, position) => ({
        id: card.id,
        page_id: pageId,
        position,
        name: card.name,
        created_at: card.createdAt,
        updated_at: card.updatedAt,
      })),
    ),
  )
  await insertRows(
    db,
    'status_page_card_services',
    pages.flatMap(({ cards }) =>
      cards.flatMap(({ id, serviceIds }) =>
        serviceIds.map((serviceId, position) => ({ card_id: id, service_id: serviceId, position })),
      ),
    ),
  )
}

export type ShownCard = CardRow & { services: ServiceRow[] }

/** By page, each in its order, with the services as they are now. */
export async function cardsOfPages(db: Db, pageIds: readonly string[]): Promise<Map<string, ShownCard[]>> {
  if (pageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('status_page_cards as card')
    .leftJoin('status_page_card_services as shown', 'shown.card_id', 'card.id')
    .leftJoin('status_page_services as service', 'service.id', 'shown.service_id')
    .select([
      'card.id',
      'card.page_id',
      'card.name',
      'card.created_at',
      'card.updated_at',
      'service.id as service_id',
      'service.account_id as service_account_id',
      'service.name as service_name',
      'service.created_at as service_created_at',
      'service.updated_at as service_updated_at',
    ])
    .where('card.page_id', 'in', pageIds)
    .orderBy('card.page_id')
    .orderBy('card.position')
    .orderBy('shown.position')
    .execute()
  const byPage = new Map<string, ShownCard[]>()
  for (const row of rows) {
    const cards = byPage.get(row.page_id) ?? []
    byPage.set(row.page_id, cards)
    let card = cards.at(-1)
    if (card?.id !== row.id) {
      card = {
        id: row.id,
        name: row.name,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        services: [],
      }
      cards.push(card)
    }
    const { service_id: id, service_account_id: accountId, service_name: name } = row
    const { service_created_at: createdAt, service_updated_at: updatedAt } = row
    if (id !== null && accountId !== null && name !== null && createdAt !== null) {
      card.services.push({ id, accountId, name, createdAt, updatedAt })
    }
  }
  return byPage
}
