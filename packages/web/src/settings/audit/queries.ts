import type { AuditEntry } from '@sonde/schema/accounts/audit-log.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { AuditSearch } from './search-params.ts'

const pageSize = 50

export function auditQuery(api: Api, { after, ...filters }: AuditSearch) {
  return queryOptions({
    queryKey: [api.accountId, 'audit-log', filters, after],
    queryFn: ({ signal }) =>
      api.get<{ entries: AuditEntry[]; nextId: string | null }>(
        '/v1/audit-log',
        { ...filters, limit: pageSize, nextId: after },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

/** Those who can be chosen as the one who did it: the members, as far as a choice can hold them. */
export function actorsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'members', 'actors'],
    queryFn: async ({ signal }) => {
      const query = { type: 'member', limit: 100 }
      const { members } = await api.get<{
        members: { userId: string; name: string | null; email: string }[]
      }>('/v1/accounts/me/members', query, signal)
      return members
    },
    staleTime: 60_000,
  })
}
