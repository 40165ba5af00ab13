import type { SecretFinding } from '@sonde/schema/checks/secret-scan.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

/** The server allows a few scans a minute: one is kept until somebody asks for another. */
export function secretScanQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'secret-scan'],
    queryFn: ({ signal }) => api.get<SecretFinding[]>('/v1/secret-scans', {}, signal),
    staleTime: 5 * 60_000,
  })
}
