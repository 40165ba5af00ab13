type Raw = Readonly<Record<string, unknown>>

/** Left out: all of them, those that go on first. */
export type IncidentsSearch = { show?: 'open' | 'resolved' }
/** For which service the form of a new incident begins. */
export type NewIncidentSearch = { service?: string }
export type TextSearch = { search?: string }
export type SubscribersSearch = TextSearch & { status?: 'PENDING' | 'VERIFIED'; page?: number }

export function readIncidentsSearch({ show }: Raw): IncidentsSearch {
  return show === 'open' || show === 'resolved' ? { show } : {}
}

export function readNewIncidentSearch({ service }: Raw): NewIncidentSearch {
  return typeof service === 'string' && service !== '' ? { service } : {}
}

export function readTextSearch({ search }: Raw): TextSearch {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : ''
  return text === '' ? {} : { search: text }
}

export function readSubscribersSearch(raw: Raw): SubscribersSearch {
  const { status, page } = raw
  return {
    ...readTextSearch(raw),
    ...(status === 'PENDING' || status === 'VERIFIED' ? { status } : {}),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}
