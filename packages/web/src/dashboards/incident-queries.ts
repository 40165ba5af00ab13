import type { DashboardIncident } from '@sonde/schema/status-pages/dashboard-incident.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { dashboardsKey } from './queries.ts'

const path = '/v1/incidents'
export const incidentsPerPage = 25

export function dashboardIncidentsQuery(api: Api, dashboardId: string, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...dashboardsKey, 'incidents', dashboardId, page],
    queryFn: ({ signal }) => {
      const query = { limit: incidentsPerPage, page }
      return api.getCounted<DashboardIncident[]>(`/v1/dashboards/${dashboardId}/incidents`, query, signal)
    },
    placeholderData: keepPreviousData,
  })
}

export function dashboardIncidentQuery(api: Api, incidentId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...dashboardsKey, 'incident', incidentId],
    queryFn: ({ signal }) =>
      api.get<DashboardIncident>(`${path}/${incidentId}`, { includeAllIncidentUpdates: true }, signal),
  })
}

export function createIncident(api: Api, incident: FormValue): Promise<DashboardIncident> {
  return api.post(path, incident)
}

export function changeIncident(api: Api, id: string, incident: FormValue): Promise<unknown> {
  return api.put(`${path}/${id}`, incident)
}

export function deleteIncident(api: Api, id: string): Promise<void> {
  return api.delete(`${path}/${id}`)
}

export function postUpdate(api: Api, incidentId: string, update: FormValue): Promise<unknown> {
  return api.post(`${path}/${incidentId}/updates`, update)
}

export function changeUpdate(api: Api, incidentId: string, id: string, update: FormValue): Promise<unknown> {
  return api.put(`${path}/${incidentId}/updates/${id}`, update)
}

export function deleteUpdate(api: Api, incidentId: string, id: string): Promise<void> {
  return api.delete(`${path}/${incidentId}/updates/${id}`)
}
