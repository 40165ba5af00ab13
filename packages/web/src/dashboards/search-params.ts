type Raw = Readonly<Record<string, unknown>>

export type PagedSearch = { page?: number }

/** What a badge shows, and how it looks; left out: as the API has it. */
export type BadgeSearch = {
  check?: string
  group?: number
  style?: string
  theme?: string
  responseTime?: boolean
}

export function readPagedSearch({ page }: Raw): PagedSearch {
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? { page } : {}
}

/** The server judges style and theme: here they only must not break the address. */
export function readBadgeSearch({ check, group, style, theme, responseTime }: Raw): BadgeSearch {
  const isWord = (value: unknown): value is string =>
    typeof value === 'string' && /^[a-z-]{1,40}$/.test(value)
  const target =
    typeof check === 'string' && /^[0-9a-f-]{36}$/i.test(check)
      ? { check }
      : typeof group === 'number' && Number.isSafeInteger(group) && group > 0
        ? { group }
        : {}
  return {
    ...target,
    ...(isWord(style) ? { style } : {}),
    ...(isWord(theme) ? { theme } : {}),
    ...(responseTime === true ? { responseTime } : {}),
  }
}
