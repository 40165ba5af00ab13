import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'
import { readBadgeSearch, readPagedSearch } from './search-params.ts'

export const dashboardsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'dashboards',
  validateSearch: readPagedSearch,
  component: lazyScreen(() => import('./screen.tsx'), 'DashboardsScreen'),
})

const newDashboardRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'dashboards/new',
  component: lazyScreen(() => import('./new-dashboard-screen.tsx'), 'NewDashboardScreen'),
})

export const badgesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'dashboards/badges',
  validateSearch: readBadgeSearch,
  component: lazyScreen(() => import('./badges-screen.tsx'), 'BadgesScreen'),
})

export const dashboardRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'dashboards/$dashboardId',
  component: lazyScreen(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
})

export const dashboardIncidentsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'dashboards/$dashboardId/incidents',
  validateSearch: readPagedSearch,
  component: lazyScreen(() => import('./incidents-screen.tsx'), 'DashboardIncidentsScreen'),
})

export const dashboardIncidentRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'dashboards/$dashboardId/incidents/$incidentId',
  component: lazyScreen(() => import('./incident-screen.tsx'), 'DashboardIncidentScreen'),
})

export const dashboardRoutes = [
  dashboardsRoute,
  newDashboardRoute,
  badgesRoute,
  dashboardRoute,
  dashboardIncidentsRoute,
  dashboardIncidentRoute,
]
