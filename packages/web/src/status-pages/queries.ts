import type { StatusPage } from '@sonde/schema/status-pages/status-page.ts'
import type { StatusPagePassword } from '@sonde/schema/status-pages/status-page-password.ts'
import type { StatusPageService } from '@sonde/schema/status-pages/status-page-service.ts'
import type { Subscription } from '@sonde/schema/status-pages/status-page-subscription.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { FormValue } from '../schema-form/value-at.ts'

const path = '/v1/status-pages'
const listed = 20

/** Begins the keys of all that is read here, behind the account. */
export const statusPagesKey = ['status-pages'] as const

export type CursorPage<Entry> = { entries: Entry[]; nextId: string | null }

export function pagesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.get<CursorPage<StatusPage>>(path, { limit: listed, nextId: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextId }) => nextId,
  })
}

export function pageQuery(api: Api, pageId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'page', pageId],
    queryFn: ({ signal }) => api.get<StatusPage>(`${path}/${pageId}`, {}, signal),
  })
}

export function createPage(api: Api, page: FormValue): Promise<StatusPage> {
  return api.post(path, page)
}

export function updatePage(api: Api, pageId: string, page: FormValue): Promise<StatusPage> {
  return api.put(`${path}/${pageId}`, page)
}

export function deletePage(api: Api, pageId: string): Promise<void> {
  return api.delete(`${path}/${pageId}`)
}

export function makePassword(api: Api, pageId: string): Promise<StatusPagePassword> {
  return api.post(`${path}/${pageId}/password`)
}

export function removePassword(api: Api, pageId: string): Promise<void> {
  return api.delete(`${path}/${pageId}/password`)
}

/** All of them: an account has as many as its product has parts, and people look for them by name. */
export function servicesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'services'],
    queryFn: ({ signal }) => api.get<StatusPageService[]>(`${path}/services`, { paginated: false }, signal),
  })
}

export function createService(api: Api, name: string): Promise<StatusPageService> {
  return api.post(`${path}/services`, { name })
}

export function renameService(api: Api, id: string, name: string): Promise<StatusPageService> {
  return api.put(`${path}/services/${id}`, { name })
}

export function deleteService(api: Api, id: string): Promise<void> {
  return api.delete(`${path}/services/${id}`)
}

export function subscribersQuery(api: Api, pageId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'subscribers', pageId],
    queryFn: ({ signal }) => api.get<Subscription[]>(`${path}/${pageId}/subscriptions`, {}, signal),
  })
}

export type BulkOutcome = { created: number; skipped: number; status: Subscription['status'] }

export function addSubscribers(
  api: Api,
  pageId: string,
  { addresses, autoVerify }: { addresses: readonly string[]; autoVerify: boolean },
): Promise<BulkOutcome> {
  const subscriptions = addresses.map((config) => ({ type: 'EMAIL', config }))
  return api.post(`${path}/${pageId}/subscriptions/bulk`, { subscriptions, autoVerify })
}

export function removeSubscriber(api: Api, pageId: string, id: string): Promise<void> {
  return api.delete(`${path}/${pageId}/subscriptions/${id}`)
}
