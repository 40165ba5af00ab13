import {
  findPage,
  findPageForUpdate,
  lockPagesOf,
  type PageRow,
} from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { invalidInput, notFound } from '../../refusal.ts'

type PageKey = { accountId: string; id: string }

/** A page that may have components and rules. Inside `write`: its components change nowhere else until the write ends. */
export async function lockComponentPage(db: Db, key: PageKey): Promise<PageRow> {
  return requireComponents(await findPageForUpdate(db, key))
}

/** The same for many, in the order of their ids. */
export async function lockComponentPages(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<void> {
  const wanted = new Set(ids)
  const pages = await lockPagesOf(db, { accountId, ids: [...wanted] })
  for (const page of pages) requireComponents(page)
  if (pages.length < wanted.size) throw notFound('status page')
}

export async function findComponentPage(db: Db, key: PageKey): Promise<PageRow> {
  return requireComponents(await findPage(db, key))
}

function requireComponents(page: PageRow | null): PageRow {
  if (page === null) throw notFound('status page')
  if (page.layout === 'COMPONENTS') return page
  const message = 'is a status page with cards: only pages of version 3 have components and automation rules'
  throw invalidInput([{ path: 'statusPageId', message }])
}
