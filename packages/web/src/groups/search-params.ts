/** What the address says about the list of groups. */
export type GroupsSearch = { search?: string; page?: number }

export function readGroupsSearch(raw: Readonly<Record<string, unknown>>): GroupsSearch {
  // The router reads `?search=42` as a number.
  const search = typeof raw['search'] === 'number' ? String(raw['search']) : raw['search']
  const page = raw['page']
  return {
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}
