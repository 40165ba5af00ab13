import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'
import {
  readIncidentsSearch,
  readNewIncidentSearch,
  readSubscribersSearch,
  readTextSearch,
} from './search-params.ts'

const statusPagesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages',
  component: lazyScreen(() => import('./screen.tsx'), 'StatusPagesScreen'),
})

const newPageRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages/new',
  component: lazyScreen(() => import('./new-page-screen.tsx'), 'NewPageScreen'),
})

export const pageRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages/$pageId',
  component: lazyScreen(() => import('./page-screen.tsx'), 'PageScreen'),
})

export const componentsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages/$pageId/components',
  component: lazyScreen(() => import('./components/components-screen.tsx'), 'ComponentsScreen'),
})

export const subscribersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages/$pageId/subscriptions',
  validateSearch: readSubscribersSearch,
  component: lazyScreen(() => import('./subscribers-screen.tsx'), 'SubscribersScreen'),
})

export const incidentsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages/incidents',
  validateSearch: readIncidentsSearch,
  component: lazyScreen(() => import('./incidents/incidents-screen.tsx'), 'IncidentsScreen'),
})

export const newIncidentRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages/incidents/new',
  validateSearch: readNewIncidentSearch,
  component: lazyScreen(() => import('./incidents/new-incident-screen.tsx'), 'NewIncidentScreen'),
})

export const incidentRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages/incidents/$incidentId',
  component: lazyScreen(() => import('./incidents/incident-screen.tsx'), 'IncidentScreen'),
})

export const servicesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'status-pages/services',
  validateSearch: readTextSearch,
  component: lazyScreen(() => import('./services-screen.tsx'), 'ServicesScreen'),
})

export const statusPageRoutes = [
  statusPagesRoute,
  newPageRoute,
  pageRoute,
  componentsRoute,
  subscribersRoute,
  incidentsRoute,
  newIncidentRoute,
  incidentRoute,
  servicesRoute,
]
