/** `month` is `2027-06`; left out: the current one. */
export type CalendarSearch = { month?: string }
export type PagedSearch = { page?: number }

type Raw = Readonly<Record<string, unknown>>

export function readCalendarSearch({ month }: Raw): CalendarSearch {
  return typeof month === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}

export function readPagedSearch({ page }: Raw): PagedSearch {
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? { page } : {}
}
