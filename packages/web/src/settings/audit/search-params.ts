import type { AuditFilter } from '../../resources/account/audit-log.ts'

/** The filters of the audit log, as they stand in the address. Times are ISO 8601. */
export type AuditSearch = {
  entityType?: string
  entityId?: string
  action?: string
  userId?: string
  keyId?: string
  from?: string
  to?: string
  /** Where the page begins. */
  after?: string
}

const names = ['entityType', 'entityId', 'action', 'userId', 'keyId', 'after'] as const

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const read: AuditSearch = {}
  for (const name of names) {
    const value = search[name]
    // An id of digits alone comes as a number.
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') read[name] = String(value)
  }
  for (const name of ['from', 'to'] as const) {
    const value = search[name]
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
      read[name] = new Date(value).toISOString()
  }
  return read
}

/** As the API is asked for it. What it does not know, since somebody typed it into the address, it refuses. */
export function auditFilter({ after, ...filters }: AuditSearch): AuditFilter {
  return { ...(filters as AuditFilter), nextId: after }
}

/** With one filter changed or taken away; the page begins anew. */
export function withFilter(
  search: AuditSearch,
  change: { [Name in keyof AuditSearch]?: string | undefined },
): AuditSearch {
  const { after: _page, ...rest } = { ...search, ...change }
  return readAuditSearch(rest)
}
