import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'
import { readAlertsSearch, readOverviewSearch, readResultsSearch } from './search-params.ts'

/** Head and tabs; what is below differs. */
export const checkRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'checks/$checkId',
  component: lazyScreen(() => import('./screen.tsx'), 'CheckScreen'),
})

export const checkOverviewRoute = createRoute({
  getParentRoute: () => checkRoute,
  path: '/',
  validateSearch: readOverviewSearch,
  component: lazyScreen(() => import('./overview-screen.tsx'), 'OverviewScreen'),
})

export const checkResultsRoute = createRoute({
  getParentRoute: () => checkRoute,
  path: 'results',
  validateSearch: readResultsSearch,
  component: lazyScreen(() => import('./results-screen.tsx'), 'ResultsScreen'),
})

export const checkAlertsRoute = createRoute({
  getParentRoute: () => checkRoute,
  path: 'alerts',
  validateSearch: readAlertsSearch,
  component: lazyScreen(() => import('./alerts-screen.tsx'), 'CheckAlertsScreen'),
})

export const checkCodeRoute = createRoute({
  getParentRoute: () => checkRoute,
  path: 'code',
  component: lazyScreen(() => import('./code-screen.tsx'), 'CodeScreen'),
})

/** Alerts link to it, also those that were sent long ago: its address must stay. */
export const checkResultRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'checks/$checkId/results/$resultId',
  component: lazyScreen(() => import('./result-screen.tsx'), 'ResultScreen'),
})

/** The API gives this address for a run that somebody asked for. */
export const checkSessionRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'check-sessions/$sessionId',
  component: lazyScreen(() => import('./run/session-screen.tsx'), 'SessionScreen'),
})

export const checkRoutes = [
  checkRoute.addChildren([checkOverviewRoute, checkResultsRoute, checkAlertsRoute, checkCodeRoute]),
  checkResultRoute,
  checkSessionRoute,
] as const
