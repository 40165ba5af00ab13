/** Where a page of a list begins that is ordered newest first, and then by descending id. */
export type ListPosition = { createdAt: number; id: string }

export type NewestFirst = {
  accountId: string
  /** The last row of the page before; null for the first page. */
  after: ListPosition | null
  /** Null: all of them. */
  limit: number | null
}
