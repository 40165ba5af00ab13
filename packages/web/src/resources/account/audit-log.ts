import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer, Query } from '../../api/operation.ts'

export type AuditEntry = Answer<'GET /v1/audit-log'>['entries'][number]

/** `nextId` is where the page begins, as the one before told. */
export type AuditFilter = Omit<Query<'GET /v1/audit-log'>, 'limit'>

const pageSize = 50

export function auditQuery(api: Api, filter: AuditFilter) {
  return queryOptions({
    queryKey: [api.accountId, 'audit-log', filter],
    queryFn: ({ signal }) => api.call('GET /v1/audit-log', { query: { ...filter, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
}
