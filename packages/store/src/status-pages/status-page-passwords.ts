import { chunks } from '@sonde/ground/chunks.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

const columns = listColumns('status_page_passwords', {
  pageId: 'page_id',
  /** Another one for every password: sessions are bound to it. */
  id: 'id',
  hash: 'hash',
  lastFour: 'last_four',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

export type PagePasswordRow = RowOf<typeof columns>

/** A page has one password: it takes the place of the one before. */
export async function putPagePassword(db: Db, password: PagePasswordRow): Promise<void> {
  await db
    .insertInto('status_page_passwords')
    .values(columns.write(password))
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(columns.omit('pageId').write(password)))
    .execute()
}

/** The same for many pages, some of which have none from now on. */
export async function replacePagePasswords(
  db: Db,
  { pageIds, passwords }: { pageIds: readonly string[]; passwords: readonly PagePasswordRow[] },
): Promise<void> {
  for (const chunk of chunks(pageIds, keysPerStatement))
    await db.deleteFrom('status_page_passwords').where('page_id', 'in', chunk).execute()
  await insertRows(db, 'status_page_passwords', passwords.map(columns.write))
}

/** Null: the page is for everybody. */
export async function findPagePassword(db: Db, pageId: string): Promise<PagePasswordRow | null> {
  const { rows } = await selectPassword(db, { pageId })
  return rows[0] === undefined ? null : columns.read(rows[0])
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
  return new Map(rows.map((row) => [row.page_id, columns.read(row)]))
}

/** False when the page has none. */
export async function deletePagePassword(db: Db, pageId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('status_page_passwords')
    .where('page_id', '=', pageId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
