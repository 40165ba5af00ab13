import type { Incident, IncidentUpdate } from '@sonde/schema/status-pages/status-page-incident.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { statusPagesKey, type CursorPage } from './queries.ts'

const path = '/v1/status-pages/incidents'
const listed = 20

export function incidentsQuery(api: Api, isOpen: boolean) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'incidents', isOpen],
    queryFn: ({ pageParam, signal }) =>
      api.get<CursorPage<Incident>>(path, { limit: listed, nextId: pageParam, isOpen }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextId }) => nextId,
  })
}

export function incidentQuery(api: Api, incidentId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'incident', incidentId],
    queryFn: ({ signal }) => api.get<Incident>(`${path}/${incidentId}`, {}, signal),
  })
}

export function createIncident(api: Api, incident: FormValue): Promise<Incident> {
  return api.post(path, incident)
}

export function changeIncident(api: Api, id: string, incident: FormValue): Promise<Incident> {
  return api.put(`${path}/${id}`, incident)
}

export function deleteIncident(api: Api, id: string): Promise<void> {
  return api.delete(`${path}/${id}`)
}

export function postUpdate(api: Api, incidentId: string, update: FormValue): Promise<IncidentUpdate> {
  return api.post(`${path}/${incidentId}/incident-updates`, update)
}

export function changeUpdate(
  api: Api,
  incidentId: string,
  id: string,
  update: FormValue,
): Promise<IncidentUpdate> {
  return api.put(`${path}/${incidentId}/incident-updates/${id}`, update)
}

export function deleteUpdate(api: Api, incidentId: string, id: string): Promise<void> {
  return api.delete(`${path}/${incidentId}/incident-updates/${id}`)
}
