import { createRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../api/session.ts'
import { Loading } from '../parts/states.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { rootRoute } from './root-route.tsx'

/** All screens of an account lie below it: its id is in each address, so that an address means the same to everybody. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
    return { session }
  },
  pendingComponent: () => <Loading what="the account" />,
  component: lazyScreen(() => import('./account-frame.tsx'), 'AccountFrame'),
})
