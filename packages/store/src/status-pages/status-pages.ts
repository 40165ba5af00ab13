import { chunks } from '@sonde/ground/chunks.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { jsonColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { deleteRows } from '../engine/delete-rows.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { olderThan, type NewestFirst } from '../engine/newest-first.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export const pageColumns = listColumns('status_pages', {
  id: 'id',
  accountId: 'account_id',
  name: 'name',
  /** In lower case, unique in the installation. */
  url: 'url',
  /** In lower case, as it was asked for: whether it is proven is told by `domainsOfPages`. */
  customDomain: 'domain',
  /** Every other field. */
  config: jsonColumn('config'),
  layout: 'layout',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
const contentColumns = pageColumns.omit('id', 'accountId', 'layout', 'createdAt')

export type PageRow = RowOf<typeof pageColumns>

type PageKey = { accountId: string; id: string }

/** Of its next state. Of a page with cards it is never 3, by which programs know a page with components. */
export function nextVersion({ layout, version }: Pick<PageRow, 'layout' | 'version'>): number {
  return layout === 'CARDS' && version === 2 ? 4 : version + 1
}

/** Throws a unique violation when another page has the url of one of them. */
export async function insertPages(db: Db, pages: readonly PageRow[]): Promise<void> {
  await insertRows(db, 'status_pages', pages.map(pageColumns.write))
}

const updateContents = prepareRowUpdates('status_pages', 'id', {
  id: 'uuid',
  name: 'text',
  url: 'text',
  domain: 'text',
  config: 'text',
  version: 'integer',
  updated_at: 'bigint',
})

/**
 * Of pages that were locked in the same write. Throws a unique violation when another page has the url. What was proven
 * of another domain is forgotten.
 */
export async function updatePages(db: Db, pages: readonly PageRow[]): Promise<void> {
  for (const chunk of chunks(pages, keysPerStatement)) {
    const ids = chunk.map(({ id }) => id)
    const rows = await db.selectFrom('status_pages').select(['id', 'domain']).where('id', 'in', ids).execute()
    const domains = new Map(rows.map((row) => [row.id, row.domain]))
    const moved = chunk.filter(({ id, customDomain }) => domains.get(id) !== customDomain)
    if (moved.length === 0) continue
    await db
      .updateTable('status_pages')
      .set({
        verified_domain: null,
        domain_verified_at: null,
        domain_checked_at: null,
        domain_lost_at: null,
        domain_problem: null,
      })
      .where(
        'id',
        'in',
        moved.map(({ id }) => id),
      )
      .execute()
  }
  await updateContents(
    db,
    pages.map((page) => ({ id: page.id, ...contentColumns.write(page) })),
  )
}

type PageAddresses = Pick<PageRow, 'id' | 'accountId' | 'url' | 'customDomain'>

/**
 * Says of each of the pages what of its two addresses another page of the installation has. A domain is taken by the page
 * that has proven it, while the proof is there, and within an account by the page that claims it: a claim without proof
 * keeps no strangers out.
 */
export async function readTaken(
  db: Db,
  pages: readonly PageAddresses[],
): Promise<(page: PageAddresses) => { url: string | null; customDomain: string | null }> {
  const columns = ['id', 'url', 'account_id', 'domain', 'verified_domain', 'domain_lost_at'] as const
  const rows = []
  for (const chunk of chunks(pages, keysPerStatement)) {
    const urls = chunk.map(({ url }) => url)
    const domains = chunk.flatMap(({ customDomain }) => customDomain ?? [])
    rows.push(
      ...(await db.selectFrom('status_pages').select(columns).where('url', 'in', urls).execute()),
      ...(domains.length === 0
        ? []
        : await db.selectFrom('status_pages').select(columns).where('domain', 'in', domains).execute()),
    )
  }
  const byUrl = new Map(rows.map((row) => [row.url, row]))
  const byDomain = Map.groupBy(rows, (row) => row.domain)
  return ({ id, accountId, url, customDomain }) => {
    const other = byUrl.get(url)
    const claims = customDomain === null ? [] : (byDomain.get(customDomain) ?? [])
    const claim = claims.find(
      (row) =>
        row.id !== id &&
        ((row.verified_domain === customDomain && row.domain_lost_at === null) ||
          row.account_id === accountId),
    )
    return {
      url: other === undefined || other.id === id ? null : other.id,
      customDomain: claim?.id ?? null,
    }
  }
}

export async function listPages(db: Db, { accountId, after, limit }: NewestFirst): Promise<PageRow[]> {
  let query = db
    .selectFrom('status_pages')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (after !== null) query = query.where(olderThan(after))
  const rows = await (limit === null ? query : query.limit(limit)).execute()
  return rows.map(pageColumns.read)
}

export async function findPage(db: Db, key: PageKey): Promise<PageRow | null> {
  const row = await selectPage(db, key)?.executeTakeFirst()
  return row === undefined ? null : pageColumns.read(row)
}

/** As `findPage`, but inside `write`: nobody changes the page until the write ends. */
export async function findPageForUpdate(db: Db, key: PageKey): Promise<PageRow | null> {
  const query = selectPage(db, key)
  const row = await (isSqlite(db) ? query : query?.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : pageColumns.read(row)
}

/** The same for many, in the order of their ids; those that the account does not have are left out. */
export async function lockPagesOf(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<PageRow[]> {
  const account = canonicalUuid(accountId)
  const wanted = ids.flatMap((id) => canonicalUuid(id) ?? []).toSorted()
  const pages: PageRow[] = []
  if (account === null) return pages
  for (const chunk of chunks(wanted, keysPerStatement)) {
    const query = db
      .selectFrom('status_pages')
      .selectAll()
      .where('account_id', '=', account)
      .where('id', 'in', chunk)
      .orderBy('id')
    pages.push(...(await (isSqlite(db) ? query : query.forUpdate()).execute()).map(pageColumns.read))
  }
  return pages
}

function selectPage(db: Db, key: PageKey) {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  return db.selectFrom('status_pages').selectAll().where('id', '=', id).where('account_id', '=', accountId)
}

/** Inside `write`: whoever locks one of these pages too waits until the write ends. */
export async function lockPages(db: Db, ids: readonly string[]): Promise<void> {
  if (isSqlite(db) || ids.length === 0) return
  await db
    .selectFrom('status_pages')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Their cards and subscribers go with them. Returns how many there were. */
export async function deletePages(db: Db, pages: readonly Pick<PageRow, 'id'>[]): Promise<number> {
  return await deleteRows(db, 'status_pages', pages)
}

/** A page that shows some services, and which of them, in the order of its cards. */
export type ShowingPage = {
  id: string
  name: string
  url: string
  services: { id: string; name: string }[]
}

/**
 * The pages of an account that show any of the services. Null stands for every page, and for every service: then
 * a page counts that shows none.
 */
export async function pagesShowing(
  db: Db,
  {
    accountId,
    serviceIds,
    pageIds,
  }: { accountId: string; serviceIds: readonly string[] | null; pageIds: readonly string[] | null },
): Promise<ShowingPage[]> {
  if (serviceIds?.length === 0 || pageIds?.length === 0) return []
  let query = db
    .selectFrom('status_pages as page')
    .leftJoin('status_page_cards as card', 'card.page_id', 'page.id')
    .leftJoin('status_page_card_services as shown', 'shown.card_id', 'card.id')
    .leftJoin('status_page_services as service', 'service.id', 'shown.service_id')
    .select(['page.id', 'page.name', 'page.url', 'service.id as service_id', 'service.name as service_name'])
    .where('page.account_id', '=', accountId)
    .orderBy('page.id')
    .orderBy('card.position')
    .orderBy('shown.position')
  if (serviceIds !== null) query = query.where('service.id', 'in', serviceIds)
  if (pageIds !== null) query = query.where('page.id', 'in', pageIds)
  const pages = new Map<string, ShowingPage>()
  for (const row of await query.execute()) {
    const page = pages.get(row.id) ?? { id: row.id, name: row.name, url: row.url, services: [] }
    pages.set(row.id, page)
    const { service_id: id, service_name: name } = row
    // The same service may be on several cards.
    if (id !== null && name !== null && !page.services.some((known) => known.id === id)) {
      page.services.push({ id, name })
    }
  }
  return [...pages.values()]
}
