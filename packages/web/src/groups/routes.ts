import { createRoute } from '@tanstack/react-router'
import { listDefaults } from '../checks-list/list-defaults.ts'
import { readChecksSearch } from '../checks-list/search-params.ts'
import { accountRoute } from '../frame/account-route.tsx'
import { readGroupsSearch } from './search-params.ts'
import { lazyScreen } from '../frame/lazy-screen.ts'

export const groupsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups',
  validateSearch: readGroupsSearch,
  component: lazyScreen(() => import('./groups-screen.tsx'), 'GroupsScreen'),
})

export const groupRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups/$groupId',
  validateSearch: (raw: Record<string, unknown>) =>
    readChecksSearch({ ...raw, group: undefined }, listDefaults),
  component: lazyScreen(() => import('./group-screen.tsx'), 'GroupScreen'),
})

export const groupRoutes = [groupsRoute, groupRoute] as const
