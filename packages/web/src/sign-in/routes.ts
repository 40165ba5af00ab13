import { createRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../api/session.ts'
import { rootRoute } from '../frame/root-route.tsx'
import { readProblem, type SignInProblem } from './problem-words.ts'
import { lazyScreen } from '../frame/lazy-screen.ts'

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    const [first] = session?.accounts ?? []
    if (first === undefined) throw redirect({ to: '/sign-in', search: {} })
    throw redirect({ to: '/accounts/$accountId/checks', params: { accountId: first.id } })
  },
})

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({
    next,
    problem,
  }: Record<string, unknown>): { next?: string | undefined; problem?: SignInProblem | undefined } => ({
    // Only to a screen of ours: an address with a host could lead anywhere after the password was given. What is
    // refused must be said to be absent: what is left out here stays as it came.
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
    problem: readProblem(problem),
  }),
  component: lazyScreen(() => import('./screen.tsx'), 'SignInScreen'),
})

export const signInRoutes = [homeRoute, signInRoute]
