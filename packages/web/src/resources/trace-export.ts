import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer, Body } from '../api/operation.ts'

export type TraceExport = Answer<'GET /v1/accounts/me/trace-export'>

/** Begins the keys of all that is read here, behind the account. */
export const traceExportKey = ['trace-export'] as const

export function traceExportQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...traceExportKey],
    queryFn: ({ signal }) => api.call('GET /v1/accounts/me/trace-export', { signal }),
    refetchInterval: 15_000,
  })
}

export function replaceTraceExport(
  api: Api,
  body: Body<'PUT /v1/accounts/me/trace-export'>,
): Promise<TraceExport> {
  return api.call('PUT /v1/accounts/me/trace-export', { body })
}

export async function deleteTraceExport(api: Api): Promise<void> {
  await api.call('DELETE /v1/accounts/me/trace-export')
}
