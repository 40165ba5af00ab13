import type { Maintenance, MaintenanceUpdate } from '@sonde/schema/alerts/maintenance.ts'
import type { MaintenanceWindow } from '@sonde/schema/alerts/maintenance-window.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { FormValue } from '../schema-form/value-at.ts'

export const windowsPerPage = 25
export const occurrencesPerPage = 20
const path = '/v1/maintenance-windows'
const keyOf = (api: Api) => [api.accountId, 'maintenance'] as const

export function maintenanceKey(api: Api) {
  return keyOf(api)
}

export function windowsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [...keyOf(api), 'windows', page],
    queryFn: ({ signal }) =>
      api.getCounted<MaintenanceWindow[]>(path, { limit: windowsPerPage, page }, signal),
    placeholderData: keepPreviousData,
  })
}

export function windowQuery(api: Api, windowId: string) {
  return queryOptions({
    queryKey: [...keyOf(api), 'window', windowId],
    queryFn: ({ signal }) => api.get<MaintenanceWindow>(`${path}/${windowId}`, {}, signal),
  })
}

export function occurrencesQuery(api: Api, windowId: string, page: number) {
  return queryOptions({
    queryKey: [...keyOf(api), 'occurrences', windowId, page],
    queryFn: ({ signal }) => {
      const query = { limit: occurrencesPerPage, page }
      return api.getCounted<Maintenance[]>(`${path}/${windowId}/maintenances`, query, signal)
    },
    placeholderData: keepPreviousData,
  })
}

export function occurrenceQuery(api: Api, windowId: string, maintenanceId: string) {
  return queryOptions({
    queryKey: [...keyOf(api), 'occurrence', windowId, maintenanceId],
    queryFn: ({ signal }) =>
      api.get<Maintenance>(`${path}/${windowId}/maintenances/${maintenanceId}`, {}, signal),
  })
}

export function createWindow(api: Api, window: FormValue): Promise<MaintenanceWindow> {
  return api.post(path, window)
}

export function updateWindow(api: Api, id: number, changes: FormValue): Promise<MaintenanceWindow> {
  return api.put(`${path}/${id}`, changes)
}

export function deleteWindow(api: Api, id: number): Promise<void> {
  return api.delete(`${path}/${id}`)
}

const occurrencePath = ({ maintenanceWindowId, id }: Maintenance) =>
  `${path}/${maintenanceWindowId}/maintenances/${id}`

export function moveOccurrence(api: Api, occurrence: Maintenance, dates: FormValue): Promise<Maintenance> {
  return api.patch(occurrencePath(occurrence), dates)
}

export function deleteOccurrence(api: Api, occurrence: Maintenance): Promise<void> {
  return api.delete(occurrencePath(occurrence))
}

export function postUpdate(api: Api, occurrence: Maintenance, update: FormValue): Promise<MaintenanceUpdate> {
  return api.post(`${occurrencePath(occurrence)}/updates`, update)
}

export function editUpdate(
  api: Api,
  occurrence: Maintenance,
  id: string,
  update: FormValue,
): Promise<MaintenanceUpdate> {
  return api.put(`${occurrencePath(occurrence)}/updates/${id}`, update)
}

export function deleteUpdate(api: Api, occurrence: Maintenance, id: string): Promise<void> {
  return api.delete(`${occurrencePath(occurrence)}/updates/${id}`)
}
