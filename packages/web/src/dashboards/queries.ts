import type { Dashboard } from '@sonde/schema/status-pages/dashboard.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import type { Api } from '../api/api.ts'
import type { FormValue } from '../schema-form/value-at.ts'

const path = '/v1/dashboards'
export const dashboardsPerPage = 25
/** The most that one request gives. */
const atOnce = 100

/** Begins the keys of all that is read here, behind the account. */
export const dashboardsKey = ['dashboards'] as const

export function dashboardsQuery(api: Api, page: number) {
  return queryOptions({
    queryKey: [api.accountId, ...dashboardsKey, 'list', page],
    queryFn: ({ signal }) => api.getCounted<Dashboard[]>(path, { limit: dashboardsPerPage, page }, signal),
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
        const { items, total } = await api.getCounted<Dashboard[]>(path, { limit: atOnce, page }, signal)
        const found = items.find((dashboard) => dashboard.dashboardId === dashboardId)
        if (found !== undefined) return found
        if (items.length === 0 || page * atOnce >= (total ?? 0)) throw gone()
      }
    },
  })
}

function gone(): ApiError {
  const message = 'There is no such dashboard in this account'
  return new ApiError({ status: 404, message, keys: [], requestId: null, retryAfterSeconds: null })
}

export function createDashboard(api: Api, dashboard: FormValue): Promise<Dashboard> {
  return api.post(path, dashboard)
}

export function updateDashboard(api: Api, dashboardId: string, changes: FormValue): Promise<Dashboard> {
  return api.put(`${path}/${dashboardId}`, changes)
}

export function deleteDashboard(api: Api, dashboardId: string): Promise<void> {
  return api.delete(`${path}/${dashboardId}`)
}
