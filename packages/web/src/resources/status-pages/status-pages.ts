import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import { formBody } from '../../api/form-body.ts'
import type { Answer } from '../../api/operation.ts'
import type { FormValue } from '../../schema-form/value-at.ts'

export type StatusPage = Answer<'GET /v1/status-pages/{statusPageId}'>
export type StatusPagePassword = Answer<'POST /v1/status-pages/{statusPageId}/password'>
export type Subscription = Answer<'GET /v1/status-pages/{statusPageId}/subscriptions'>[number]
export type BulkSubscription = Answer<'POST /v1/status-pages/{statusPageId}/subscriptions/bulk'>

/** Begins the keys of all that is read of status pages, their services and incidents, behind the account. */
export const statusPagesKey = ['status-pages'] as const

const pageSize = 20

export function pagesQuery(api: Api, limit = pageSize) {
  return infiniteQueryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'list', limit],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /v1/status-pages', { query: { limit, nextId: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextId }) => nextId,
  })
}

export function pageQuery(api: Api, statusPageId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'page', statusPageId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/status-pages/{statusPageId}', { params: { statusPageId }, signal }),
  })
}

export function createPage(api: Api, page: FormValue): Promise<StatusPage> {
  return api.call('POST /v1/status-pages', { body: formBody(page) })
}

export function updatePage(api: Api, statusPageId: string, page: FormValue): Promise<StatusPage> {
  return api.call('PUT /v1/status-pages/{statusPageId}', { params: { statusPageId }, body: formBody(page) })
}

export async function deletePage(api: Api, statusPageId: string): Promise<void> {
  await api.call('DELETE /v1/status-pages/{statusPageId}', { params: { statusPageId } })
}

export function createPassword(api: Api, statusPageId: string): Promise<StatusPagePassword> {
  return api.call('POST /v1/status-pages/{statusPageId}/password', { params: { statusPageId } })
}

export async function removePassword(api: Api, statusPageId: string): Promise<void> {
  await api.call('DELETE /v1/status-pages/{statusPageId}/password', { params: { statusPageId } })
}

export function subscribersQuery(api: Api, statusPageId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'subscribers', statusPageId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/status-pages/{statusPageId}/subscriptions', { params: { statusPageId }, signal }),
  })
}

export function addSubscribers(
  api: Api,
  statusPageId: string,
  { addresses, autoVerify }: { addresses: readonly string[]; autoVerify: boolean },
): Promise<BulkSubscription> {
  const subscriptions = addresses.map((config) => ({ type: 'EMAIL' as const, config }))
  return api.call('POST /v1/status-pages/{statusPageId}/subscriptions/bulk', {
    params: { statusPageId },
    body: { subscriptions, autoVerify },
  })
}

export async function removeSubscriber(
  api: Api,
  statusPageId: string,
  subscriptionId: string,
): Promise<void> {
  await api.call('DELETE /v1/status-pages/{statusPageId}/subscriptions/{subscriptionId}', {
    params: { statusPageId, subscriptionId },
  })
}
