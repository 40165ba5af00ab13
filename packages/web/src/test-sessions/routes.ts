import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'

export const testSessionsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'test-sessions',
  validateSearch: ({ nextId }: Record<string, unknown>): { nextId?: string } =>
    typeof nextId === 'string' && nextId !== '' ? { nextId } : {},
  component: lazyScreen(() => import('./list-screen.tsx'), 'TestSessionsScreen'),
})

/** The command of the reference prints this address and the next: they must stay. */
export const testSessionRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'test-sessions/$testSessionId',
  component: lazyScreen(() => import('./session-screen.tsx'), 'TestSessionScreen'),
})

export const testResultRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'test-sessions/$testSessionId/results/$resultId',
  component: lazyScreen(() => import('./result-screen.tsx'), 'TestResultScreen'),
})

export const testSessionRoutes = [testSessionsRoute, testSessionRoute, testResultRoute] as const
