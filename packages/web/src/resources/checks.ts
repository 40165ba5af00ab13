import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { formBody } from '../api/form-body.ts'
import { nameOrGone } from '../api/name-or-gone.ts'
import type { Answer, Body } from '../api/operation.ts'
import type { CheckSegment } from '../check-types/kind-facts.ts'
import type { FormValue } from '../schema-form/value-at.ts'

/** A check of any type. */
export type Check = Answer<'GET /v1/checks/{id}'>
export type BulkEdit = Body<'POST /v1/checks/bulk-edit'>
export type BulkEditAnswer = Answer<'POST /v1/checks/bulk-edit'>

/** Begins the keys of all that is shown of one check: for reading it anew. */
export const checkKey = (api: Api, checkId: string) => [api.accountId, 'check', checkId] as const

export function readCheck(api: Api, checkId: string, signal?: AbortSignal): Promise<Check> {
  return api.call('GET /v1/checks/{id}', { params: { id: checkId }, ...(signal && { signal }) })
}

export function checkQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'settings'],
    queryFn: ({ signal }) => readCheck(api, checkId, signal),
  })
}

export function checkToEditQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-to-edit', checkId],
    queryFn: ({ signal }) => readCheck(api, checkId, signal),
    // A form begins with what is stored now, and is then left alone while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** One check, with how it is. */
export function checkOverviewQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'overview'],
    queryFn: ({ signal }) => api.call('GET /v1/checks/{id}/overview', { params: { id: checkId }, signal }),
  })
}

export type EffectiveSettings = Answer<'GET /v1/checks/{id}/effective-settings'>

/** What counts for a check, and who decided it. */
export function effectiveSettingsQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [...checkKey(api, checkId), 'effective-settings'],
    queryFn: ({ signal }) =>
      api.call('GET /v1/checks/{id}/effective-settings', { params: { id: checkId }, signal }),
  })
}

/** The name of a check of which only the id is known; null when it is gone. */
export function checkNameQuery(api: Api, checkId: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-name', checkId],
    queryFn: ({ signal }) => nameOrGone(readCheck(api, checkId, signal)),
    staleTime: 60_000,
  })
}

export function createCheck(
  api: Api,
  { segment, body, autoAssignAlerts }: { segment: CheckSegment; body: FormValue; autoAssignAlerts?: boolean },
): Promise<Check> {
  return api.call(`POST /v1/checks/${segment}`, { query: { autoAssignAlerts }, body: formBody(body) })
}

export function updateCheck(
  api: Api,
  { segment, checkId, changes }: { segment: CheckSegment; checkId: string; changes: FormValue },
): Promise<Check> {
  return api.call(`PATCH /v1/checks/${segment}/{id}`, { params: { id: checkId }, body: formBody(changes) })
}

/** What every type of check has can be changed without knowing its type. */
export function switchCheck(
  api: Api,
  checkId: string,
  fields: { activated?: boolean; muted?: boolean },
): Promise<Check> {
  return api.call('PATCH /v1/checks/{id}', { params: { id: checkId }, body: fields })
}

export async function deleteCheck(api: Api, checkId: string): Promise<void> {
  await api.call('DELETE /v1/checks/{id}', { params: { id: checkId } })
}

export function editChecks(api: Api, edit: BulkEdit): Promise<BulkEditAnswer> {
  return api.call('POST /v1/checks/bulk-edit', { body: edit })
}

export type TagInUse = Answer<'GET /v1/check-tags'>[number]

/** The tags that hold the text, those of most checks first. */
export function searchTags(
  api: Api,
  query: { search: string; limit: number },
  signal: AbortSignal,
): Promise<TagInUse[]> {
  return api.call('GET /v1/check-tags', { query, signal })
}

/** The tags that checks of the account have. */
export function tagsQuery(api: Api, search: string) {
  return queryOptions({
    queryKey: [api.accountId, 'check-tags', search],
    queryFn: ({ signal }) => api.call('GET /v1/check-tags', { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })
}
