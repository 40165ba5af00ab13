import type { CursorQuery } from '@sonde/schema/validation/cursor-page.ts'
import type { ListPosition, NewestFirst } from '@sonde/store/engine/newest-first.ts'
import { canonicalUuid } from '@sonde/store/engine/uuid.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { invalid } from '../http/refusal.ts'

/**
 * One page of a list that is ordered newest first, as the API answers it. The position is bound to the list and
 * to the account.
 */
export async function readPage<Row extends ListPosition, Entry>(
  { limit, nextId }: CursorQuery,
  bound: { list: string; accountId: string },
  { read, show }: { read(page: NewestFirst): Promise<Row[]>; show(rows: readonly Row[]): Promise<Entry[]> },
): Promise<{ length: number; entries: Entry[]; nextId: string | null }> {
  const after = nextId === undefined ? null : positionOf(nextId, bound)
  // One more than asked for tells whether a page follows.
  const rows = await read({ accountId: bound.accountId, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    length: page.length,
    entries: await show(page),
    nextId: last && rows.length > page.length ? encodeCursor([last.createdAt, last.id], bound) : null,
  }
}

function positionOf(cursor: string, bound: object): ListPosition {
  const [createdAt, id] = decodeCursor(cursor, bound)
  // The checksum keeps mistakes out, not people: what they make up must at least be a position.
  const uuid = typeof id === 'string' ? canonicalUuid(id) : null
  if (Number.isSafeInteger(createdAt) && uuid !== null) return { createdAt: Number(createdAt), id: uuid }
  throw invalid('query', [
    { path: 'nextId', message: 'is not valid: use the value that the previous page returned' },
  ])
}
