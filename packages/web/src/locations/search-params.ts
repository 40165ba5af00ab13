/** What is searched for, and the page of it. */
export type LocationsSearch = { search?: string; page?: number }

export function readLocationsSearch({ search, page }: Record<string, unknown>): LocationsSearch {
  return {
    ...((typeof search === 'string' && search !== '') || typeof search === 'number'
      ? { search: String(search) }
      : {}),
    ...readAgentsSearch({ page }),
  }
}

export function readAgentsSearch({ page }: Record<string, unknown>): { page?: number } {
  const number = Number(page)
  return Number.isInteger(number) && number > 1 ? { page: number } : {}
}

/** Those whose name or code holds the text, in any case. */
export function matching<Location>(
  locations: readonly Location[],
  text: string,
  namesOf: (location: Location) => readonly string[],
): Location[] {
  const needle = text.trim().toLowerCase()
  return locations.filter((location) => namesOf(location).some((name) => name.toLowerCase().includes(needle)))
}
