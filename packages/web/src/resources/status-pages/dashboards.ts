import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/api.ts'
import { formBody } from '../../api/form-body.ts'
import type { Answer } from '../../api/operation.ts'
import type { FormValue } from '../../schema-form/value-at.ts'

export type Dashboard = Answer<'GET /v1/dashboards'>[number]

/** Begins the keys of all that is read of dashboards and their incidents, behind the account. */
export const dashboardsKey = ['dashboards'] as const

export const dashboardsPerPage = 25
/** The most that one request gives. */
const atOnce = 100

export function dashboardsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...dashboardsKey, 'list', page],
    queryFn: ({ signal }) =>
      api.callCounted('GET /v1/dashboards', { query: { limit: dashboardsPerPage, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/**
 * From the list of the account: the route of one dashboard is for visitors, and knows nothing of who has signed in
 * here.
 */
export function dashboardQuery(api: Api, dashboardId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...dashboardsKey, 'one', dashboardId],
    queryFn: async ({ signal }): Promise<Dashboard> => {
      for (let page = 1; ; page += 1) {
        const query = { limit: atOnce, page }
        const { items, total } = await api.callCounted('GET /v1/dashboards', { query, signal })
        const match = items.find((dashboard) => dashboard.dashboardId === dashboardId)
        if (match !== undefined) return match
        if (items.length === 0 || page * atOnce >= (total ?? 0)) throw missingDashboard()
      }
    },
  })
}

function missingDashboard(): ApiError {
  const message = 'There is no such dashboard in this account'
  return new ApiError({ status: 404, message, keys: [], requestId: null, retryAfterSeconds: null })
}

export function createDashboard(api: Api, dashboard: FormValue): Promise<Dashboard> {
  return api.call('POST /v1/dashboards', { body: formBody(dashboard) })
}

export function updateDashboard(api: Api, dashboardId: string, changes: FormValue): Promise<Dashboard> {
  return api.call('PUT /v1/dashboards/{dashboardId}', { params: { dashboardId }, body: formBody(changes) })
}

export async function deleteDashboard(api: Api, dashboardId: string): Promise<void> {
  await api.call('DELETE /v1/dashboards/{dashboardId}', { params: { dashboardId } })
}
