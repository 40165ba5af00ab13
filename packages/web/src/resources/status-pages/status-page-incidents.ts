import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import { formBody } from '../../api/form-body.ts'
import type { Answer } from '../../api/operation.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { statusPagesKey, type StatusPage } from './status-pages.ts'

export type Incident = Answer<'GET /v1/status-pages/incidents/{incidentId}'>
/** As a status page lists them. */
export type ListedIncident = StatusPage['incidents'][number]
export type IncidentUpdate = Answer<'POST /v1/status-pages/incidents/{incidentId}/incident-updates'>
export type IncidentSeverity = Incident['severity']
export type IncidentStatus = IncidentUpdate['status']

const pageSize = 20

export function incidentsQuery(api: Api, isOpen: boolean) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'incidents', isOpen],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /v1/status-pages/incidents', {
        query: { limit: pageSize, nextId: pageParam, isOpen },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextId }) => nextId,
  })
}

export function incidentQuery(api: Api, incidentId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'incident', incidentId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/status-pages/incidents/{incidentId}', { params: { incidentId }, signal }),
  })
}

export function createIncident(api: Api, incident: FormValue): Promise<Incident> {
  return api.call('POST /v1/status-pages/incidents', { body: formBody(incident) })
}

export function changeIncident(api: Api, incidentId: string, incident: FormValue): Promise<Incident> {
  return api.call('PUT /v1/status-pages/incidents/{incidentId}', {
    params: { incidentId },
    body: formBody(incident),
  })
}

export async function deleteIncident(api: Api, incidentId: string): Promise<void> {
  await api.call('DELETE /v1/status-pages/incidents/{incidentId}', { params: { incidentId } })
}

export function postUpdate(api: Api, incidentId: string, update: FormValue): Promise<IncidentUpdate> {
  return api.call('POST /v1/status-pages/incidents/{incidentId}/incident-updates', {
    params: { incidentId },
    body: formBody(update),
  })
}

export function changeUpdate(
  api: Api,
  incidentId: string,
  incidentUpdateId: string,
  update: FormValue,
): Promise<IncidentUpdate> {
  return api.call('PUT /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}', {
    params: { incidentId, incidentUpdateId },
    body: formBody(update),
  })
}

export async function deleteUpdate(api: Api, incidentId: string, incidentUpdateId: string): Promise<void> {
  await api.call('DELETE /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}', {
    params: { incidentId, incidentUpdateId },
  })
}
