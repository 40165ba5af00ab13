import { createRoute } from '@tanstack/react-router'
import { createApi } from '../api/api.ts'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'
import { overviewGroupsQuery, overviewQuery } from '../resources/check-overview.ts'
import { listDefaults } from './list-defaults.ts'
import { groupsFilterOf, overviewFilterOf, readChecksSearch } from './search-params.ts'

export const checksRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'checks',
  validateSearch: (raw: Record<string, unknown>) => readChecksSearch(raw, listDefaults),
  loaderDeps: ({ search }) => search,
  // Begun while the code of the screen is on its way, and not waited for: the screen shows that it loads.
  loader: ({ context: { queries, session }, params: { accountId }, deps }) => {
    const api = createApi({ accountId, csrfToken: session.csrfToken })
    if (deps.by === undefined) void queries.prefetchQuery(overviewQuery(api, overviewFilterOf(deps)))
    else void queries.prefetchQuery(overviewGroupsQuery(api, groupsFilterOf(deps, deps.by)))
  },
  component: lazyScreen(() => import('./screen.tsx'), 'ChecksScreen'),
})

export const checksListRoutes = [checksRoute] as const
