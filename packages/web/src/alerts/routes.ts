import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'
import { readAlertsSearch, readDeliveriesSearch } from './search-params.ts'

export const alertsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'alerts',
  validateSearch: readAlertsSearch,
  component: lazyScreen(() => import('./screen.tsx'), 'AlertsScreen'),
})

export const deliveriesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'alerts/deliveries',
  validateSearch: readDeliveriesSearch,
  component: lazyScreen(() => import('./deliveries-screen.tsx'), 'DeliveriesScreen'),
})

export const alertRoutes = [alertsRoute, deliveriesRoute]
