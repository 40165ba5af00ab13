import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import { formBody } from '../../api/form-body.ts'
import type { Answer } from '../../api/operation.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { dashboardsKey } from './dashboards.ts'

export type DashboardIncident = Answer<'GET /v1/incidents/{id}'>

export const incidentsPerPage = 25

export function dashboardIncidentsQuery(api: Api, dashboardId: string, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...dashboardsKey, 'incidents', dashboardId, page],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/dashboards/{dashboardId}/incidents', {
        params: { dashboardId },
        query: { limit: incidentsPerPage, page },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function dashboardIncidentQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [api.accountId, ...dashboardsKey, 'incident', id],
    queryFn: ({ signal }) =>
      api.call('GET /v1/incidents/{id}', {
        params: { id },
        query: { includeAllIncidentUpdates: true },
        signal,
      }),
  })
}

export function createIncident(api: Api, incident: FormValue): Promise<Answer<'POST /v1/incidents'>> {
  return api.call('POST /v1/incidents', { body: formBody(incident) })
}

export function changeIncident(
  api: Api,
  id: string,
  incident: FormValue,
): Promise<Answer<'PUT /v1/incidents/{id}'>> {
  return api.call('PUT /v1/incidents/{id}', { params: { id }, body: formBody(incident) })
}

export async function deleteIncident(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/incidents/{id}', { params: { id } })
}

export async function postUpdate(api: Api, incidentId: string, update: FormValue): Promise<void> {
  await api.call('POST /v1/incidents/{incidentId}/updates', {
    params: { incidentId },
    body: formBody(update),
  })
}

export async function changeUpdate(
  api: Api,
  incidentId: string,
  id: string,
  update: FormValue,
): Promise<void> {
  await api.call('PUT /v1/incidents/{incidentId}/updates/{id}', {
    params: { incidentId, id },
    body: formBody(update),
  })
}

export async function deleteUpdate(api: Api, incidentId: string, id: string): Promise<void> {
  await api.call('DELETE /v1/incidents/{incidentId}/updates/{id}', { params: { incidentId, id } })
}
