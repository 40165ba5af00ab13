import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'

/** A list of checks under a name, for everybody of the account. */
export type CheckView = Answer<'GET /v1/check-views'>[number]

/** Begins the keys of all that is read here, behind the account. */
export const checkViewsKey = ['check-views'] as const

export function checkViewsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...checkViewsKey],
    queryFn: ({ signal }) => api.call('GET /v1/check-views', { signal }),
    staleTime: 60_000,
  })
}

export function saveCheckView(api: Api, { name, query }: CheckView): Promise<CheckView> {
  return api.call('PUT /v1/check-views/{name}', { params: { name }, body: { query } })
}

export async function deleteCheckView(api: Api, name: string): Promise<void> {
  await api.call('DELETE /v1/check-views/{name}', { params: { name } })
}
