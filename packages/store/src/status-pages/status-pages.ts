import { chunks } from '@sonde/ground/chunks.ts'
import { type RawBuilder, sql } from 'kysely'
import { jsonColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
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

/** Throws a unique violation when another page has the url. */
export async function insertPage(db: Db, page: PageRow): Promise<void> {
  await insertPages(db, [page])
}

export async function insertPages(db: Db, pages: readonly PageRow[]): Promise<void> {
  await insertRows(db, 'status_pages', pages.map(pageColumns.write))
}

/** Throws a unique violation when another page has the url. What was proven of another domain is forgotten. */
export async function updatePage(db: Db, page: PageRow): Promise<void> {
  await db
    .updateTable('status_pages')
    .set({
      ...contentColumns.write(page),
      verified_domain: ifSameDomain<string>(page, 'verified_domain'),
      domain_verified_at: ifSameDomain<number>(page, 'domain_verified_at'),
      domain_checked_at: ifSameDomain<number>(page, 'domain_checked_at'),
      domain_lost_at: ifSameDomain<number>(page, 'domain_lost_at'),
      domain_problem: ifSameDomain<string>(page, 'domain_problem'),
    })
    .where('id', '=', page.id)
    .execute()
}

/** The right side of an update sees the row as it was. */
function ifSameDomain<Value>({ customDomain }: PageRow, column: string): RawBuilder<Value | null> {
  return sql<Value | null>`case when domain = ${customDomain} then ${sql.ref(column)} end`
}

/**
 * What of the two another page of the installation has. A domain is taken by the page that has proven it, while the
 * proof is there, and within an account by the page that claims it: a claim without proof keeps no strangers out.
 */
export async function takenBy(
  db: Db,
  { id, accountId, url, customDomain }: Pick<PageRow, 'id' | 'url' | 'customDomain'> & { accountId?: string },
): Promise<{ url: string | null; customDomain: string | null }> {
  const rows = await db
    .selectFrom('status_pages')
    .select(['id', 'url', 'account_id', 'domain', 'verified_domain', 'domain_lost_at'])
    .where('id', '<>', id)
    .where((builder) =>
      builder.or([
        builder('url', '=', url),
        ...(customDomain === null ? [] : [builder('domain', '=', customDomain)]),
      ]),
    )
    .execute()
  return {
    url: rows.find((row) => row.url === url)?.id ?? null,
    customDomain:
      rows.find(
        (row) =>
          customDomain !== null &&
          row.domain === customDomain &&
          ((row.verified_domain === customDomain && row.domain_lost_at === null) ||
            row.account_id === accountId),
      )?.id ?? null,
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

/** Its cards and subscribers go with it. False when the account has no such page. */
export async function deletePage(db: Db, key: PageKey): Promise<boolean> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('status_pages')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
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
