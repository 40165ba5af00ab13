import type { TraceExport, TraceExportUpdate } from '@sonde/schema/analytics/trace-export.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

export function traceExportQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'trace-export'],
    queryFn: ({ signal }) => api.get<TraceExport>('/v1/accounts/me/trace-export', {}, signal),
    refetchInterval: 15_000,
  })
}

export function setTraceExport(api: Api, body: TraceExportUpdate): Promise<TraceExport> {
  return api.put('/v1/accounts/me/trace-export', body)
}

export function deleteTraceExport(api: Api): Promise<void> {
  return api.delete('/v1/accounts/me/trace-export')
}
