import { sql, type RawBuilder } from 'kysely'

/** Where a page of a list begins that is ordered newest first, and then by descending id. */
export type ListPosition = { createdAt: number; id: string }

export type NewestFirst = {
  accountId: string
  /** The last row of the page before; null for the first page. */
  after: ListPosition | null
  /** Null: all of them. */
  limit: number | null
}

/** What comes after that position, in a table with both columns. */
export function olderThan({ createdAt, id }: ListPosition): RawBuilder<boolean> {
  return sql<boolean>`(created_at, id) < (${createdAt}, ${id})`
}
