/** The address of a list in pages. */
export type PageSearch = { page?: number }

export function readPageSearch(search: Record<string, unknown>): PageSearch {
  const page = Number(search['page'])
  return Number.isInteger(page) && page > 1 ? { page } : {}
}
