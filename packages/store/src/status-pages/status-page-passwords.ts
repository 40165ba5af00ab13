import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

export type PagePasswordRow = {
  pageId: string
  /** Another one for every password: sessions are bound to it. */
  id: string
  hash: string
  lastFour: string
  createdAt: number
  updatedAt: number | null
}

/** A page has one password: it takes the place of the one before. */
export async function putPagePassword(db: Db, password: PagePasswordRow): Promise<void> {
  const columns = {
    id: password.id,
    hash: password.hash,
    last_four: password.lastFour,
    created_at: password.createdAt,
    updated_at: password.updatedAt,
  }
  await db
    .insertInto('status_page_passwords')
    .values({ page_id: password.pageId, ...columns })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(columns))
    .execute()
}

/** Null: the page is for everybody. */
export async function findPagePassword(db: Db, pageId: string): Promise<PagePasswordRow | null> {
  const { rows } = await selectPassword(db, { pageId })
  return rows[0] === undefined ? null : toPassword(rows[0])
}

/** Asked at every visit. */
const selectPassword = prepareQuery((db, { pageId }: { pageId: string }) =>
  db.selectFrom('status_page_passwords').selectAll().where('page_id', '=', pageId),
)

export async function passwordsOfPages(
  db: Db,
  pageIds: readonly string[],
): Promise<Map<string, PagePasswordRow>> {
  if (pageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('status_page_passwords')
    .selectAll()
    .where('page_id', 'in', pageIds)
    .execute()
  return new Map(rows.map((row) => [row.page_id, toPassword(row)]))
}

/** False when the page has none. */
export async function deletePagePassword(db: Db, pageId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('status_page_passwords')
    .where('page_id', '=', pageId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function toPassword(row: Selectable<Database['status_page_passwords']>): PagePasswordRow {
  return {
    pageId: row.page_id,
    id: row.id,
    hash: row.hash,
    lastFour: row.last_four,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
