import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { formBody } from '../api/form-body.ts'
import type { Answer } from '../api/operation.ts'
import type { FormValue } from '../schema-form/value-at.ts'

export type MaintenanceWindow = Answer<'GET /v1/maintenance-windows/{id}'>
export type RepeatUnit = NonNullable<MaintenanceWindow['repeatUnit']>
/** One occurrence of a window. */
export type Maintenance = Answer<'GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId}'>
export type MaintenanceStatus = Maintenance['status']
export type MaintenanceUpdate = Maintenance['updates'][number]

/** Begins the keys of all that is read here, behind the account. */
export const maintenanceKey = ['maintenance'] as const

export const windowsPerPage = 25
export const occurrencesPerPage = 20

type CountedPage<Item> = { items: Item[]; total: number | null }

export function readWindows(
  api: Api,
  query: { limit: number; page?: number; 'startsAt[lt]'?: string },
  signal: AbortSignal,
): Promise<CountedPage<MaintenanceWindow>> {
  return api.callCounted('GET /v1/maintenance-windows', { query, signal })
}

export function windowsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...maintenanceKey, 'windows', page],
    queryFn: ({ signal }) => readWindows(api, { limit: windowsPerPage, page }, signal),
    placeholderData: keepPreviousData,
  })
}

export function windowQuery(api: Api, windowId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...maintenanceKey, 'window', windowId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/maintenance-windows/{id}', { params: { id: windowId }, signal }),
  })
}

/** Latest first. */
export function readOccurrences(
  api: Api,
  windowId: string | number,
  query: { limit: number; page: number },
  signal: AbortSignal,
): Promise<CountedPage<Maintenance>> {
  const params = { id: windowId }
  return api.callCounted('GET /v1/maintenance-windows/{id}/maintenances', { params, query, signal })
}

export function occurrencesQuery(api: Api, windowId: string, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...maintenanceKey, 'occurrences', windowId, page],
    queryFn: ({ signal }) => readOccurrences(api, windowId, { limit: occurrencesPerPage, page }, signal),
    placeholderData: keepPreviousData,
  })
}

export function occurrenceQuery(api: Api, windowId: string, maintenanceId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...maintenanceKey, 'occurrence', windowId, maintenanceId],
    queryFn: ({ signal }) => {
      const params = { id: windowId, maintenanceId }
      return api.call('GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId}', { params, signal })
    },
  })
}

export function createWindow(api: Api, window: FormValue): Promise<MaintenanceWindow> {
  return api.call('POST /v1/maintenance-windows', { body: formBody(window) })
}

export function updateWindow(api: Api, id: number, changes: FormValue): Promise<MaintenanceWindow> {
  return api.call('PUT /v1/maintenance-windows/{id}', { params: { id }, body: formBody(changes) })
}

export async function deleteWindow(api: Api, id: number): Promise<void> {
  await api.call('DELETE /v1/maintenance-windows/{id}', { params: { id } })
}

const paramsOf = ({ maintenanceWindowId, id }: Maintenance) => ({
  id: maintenanceWindowId,
  maintenanceId: id,
})

export function moveOccurrence(api: Api, occurrence: Maintenance, dates: FormValue): Promise<Maintenance> {
  return api.call('PATCH /v1/maintenance-windows/{id}/maintenances/{maintenanceId}', {
    params: paramsOf(occurrence),
    body: formBody(dates),
  })
}

export async function deleteOccurrence(api: Api, occurrence: Maintenance): Promise<void> {
  await api.call('DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId}', {
    params: paramsOf(occurrence),
  })
}

export function postUpdate(api: Api, occurrence: Maintenance, update: FormValue): Promise<MaintenanceUpdate> {
  return api.call('POST /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates', {
    params: paramsOf(occurrence),
    body: formBody(update),
  })
}

export function editUpdate(
  api: Api,
  occurrence: Maintenance,
  updateId: string,
  update: FormValue,
): Promise<MaintenanceUpdate> {
  return api.call('PUT /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId}', {
    params: { ...paramsOf(occurrence), updateId },
    body: formBody(update),
  })
}

export async function deleteUpdate(api: Api, occurrence: Maintenance, updateId: string): Promise<void> {
  await api.call('DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId}', {
    params: { ...paramsOf(occurrence), updateId },
  })
}

export type MaintenanceInForce = Answer<'GET /v1/maintenance-windows/active'>[number]
export type SilenceSubject = { checkId: string } | { groupId: number }

/** The windows that silence or pause it now. */
export function inForceQuery(api: Api, subject: SilenceSubject) {
  return queryOptions({
    queryKey: [api.accountId, ...maintenanceKey, 'in-force', subject],
    queryFn: ({ signal }) => api.call('GET /v1/maintenance-windows/active', { query: subject, signal }),
    // It ends by itself.
    refetchInterval: 30_000,
  })
}

export function silence(
  api: Api,
  subject: SilenceSubject,
  end: { minutes: number } | { until: string },
): Promise<MaintenanceWindow> {
  const named = 'checkId' in subject ? { checkIds: [subject.checkId] } : { groupIds: [subject.groupId] }
  return api.call('POST /v1/maintenance-windows/silence', { body: { ...named, ...end } })
}

export function endWindow(api: Api, windowId: number): Promise<MaintenanceWindow> {
  return api.call('POST /v1/maintenance-windows/{id}/end', { params: { id: windowId } })
}
