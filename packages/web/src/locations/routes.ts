import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { readAgentsSearch, readLocationsSearch } from './search-params.ts'
import { lazyScreen } from '../frame/lazy-screen.ts'

export const privateLocationsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'locations',
  validateSearch: readLocationsSearch,
  component: lazyScreen(() => import('./screen.tsx'), 'LocationsScreen'),
})

export const dataCentersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'locations/data-centers',
  validateSearch: readLocationsSearch,
  component: lazyScreen(() => import('./data-centers-screen.tsx'), 'DataCentersScreen'),
})

export const dataCenterRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'locations/data-centers/$code',
  validateSearch: readAgentsSearch,
  component: lazyScreen(() => import('./data-center-screen.tsx'), 'DataCenterScreen'),
})

export const agentsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'locations/agents',
  validateSearch: readAgentsSearch,
  component: lazyScreen(() => import('./agents-screen.tsx'), 'AgentsScreen'),
})

const newPrivateLocationRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'locations/private/new',
  component: lazyScreen(() => import('./new-location-screen.tsx'), 'NewLocationScreen'),
})

export const privateLocationRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'locations/private/$locationId',
  validateSearch: readAgentsSearch,
  component: lazyScreen(() => import('./private-location-screen.tsx'), 'PrivateLocationScreen'),
})

export const locationRoutes = [
  privateLocationsRoute,
  dataCentersRoute,
  dataCenterRoute,
  agentsRoute,
  newPrivateLocationRoute,
  privateLocationRoute,
]
