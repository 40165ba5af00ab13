import { MutationCache, QueryCache, type QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { alertChannelRoutes } from './alert-channels/routes.ts'
import { alertSettingsRoutes } from './alert-settings/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { ApiError } from './api/api-error.ts'
import { LiveQueryClient } from './api/query-client.ts'
import { retryFailure } from './api/retry-rules.ts'
import { sessionQuery } from './api/session.ts'
import { checkFormRoutes } from './check-form/routes.ts'
import { checkRoutes } from './check/routes.ts'
import { checksListRoutes } from './checks-list/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { accountHome } from './frame/account-home.ts'
import { accountRoute } from './frame/account-route.tsx'
import { FailedScreen, PendingScreen } from './frame/failed-screen.tsx'
import { rootRoute } from './frame/root-route.tsx'
import { groupFormRoutes } from './group-form/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { locationRoutes } from './locations/routes.ts'
import { maintenanceRoutes } from './maintenance/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { statusPageRoutes } from './status-pages/routes.ts'
import { testSessionRoutes } from './test-sessions/routes.ts'

/**
 * Whoever was signed out elsewhere, was given another role or was removed from an account hears so by the next refusal.
 * The session is asked for anew: a refusal may be that of an earlier one, and arrive after somebody has signed in again.
 */
async function noticeOtherSession(): Promise<void> {
  const cachedSession = queries.getQueryData(sessionQuery.queryKey)
  if (cachedSession === undefined || cachedSession === null) return
  const session = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
  // What is equal stays the same object.
  if (session?.accounts !== cachedSession.accounts) await router.invalidate()
}

function notice(refusal: unknown): void {
  const isRefusal = refusal instanceof ApiError && (refusal.status === 401 || refusal.status === 403)
  // That the server is away is what the bar at the top says.
  if (isRefusal) void noticeOtherSession().catch(() => undefined)
}

const queries: QueryClient = new LiveQueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    queries: { retry: retryFailure, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  accountRoute.addChildren([
    ...alertRoutes,
    ...alertChannelRoutes,
    ...alertSettingsRoutes,
    ...maintenanceRoutes,
    accountHome,
    ...checkFormRoutes,
    ...checkRoutes,
    ...groupFormRoutes,
    ...checksListRoutes,
    ...groupRoutes,
    ...settingsRoutes,
    ...locationRoutes,
    ...testSessionRoutes,
    ...statusPageRoutes,
    ...dashboardRoutes,
  ]),
])

export const router = createRouter({
  routeTree,
  context: { queries },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: ({ error }) => <FailedScreen error={error} />,
  scrollRestoration: true,
  // What no screen knows, or what it cannot be, leaves the address before the screen is shown.
  search: { strict: true },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
