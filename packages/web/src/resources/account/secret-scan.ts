import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer } from '../../api/operation.ts'

export type SecretFinding = Answer<'GET /v1/secret-scans'>[number]

/** The server allows a few scans a minute: one is kept until somebody asks for another. */
export function secretScanQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'secret-scan'],
    queryFn: ({ signal }) => api.call('GET /v1/secret-scans', { signal }),
    staleTime: 5 * 60_000,
  })
}
