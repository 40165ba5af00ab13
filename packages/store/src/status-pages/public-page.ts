import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { pageColumns, type PageRow } from './status-pages.ts'

const selectByUrl = prepareQuery((db, { url }: { url: string }) =>
  db.selectFrom('status_pages').selectAll().where('url', '=', url),
)

/** `url` in lower case. */
export async function findPageByUrl(db: Db, url: string): Promise<PageRow | null> {
  const [row] = (await selectByUrl(db, { url })).rows
  return row === undefined ? null : pageColumns.read(row)
}
