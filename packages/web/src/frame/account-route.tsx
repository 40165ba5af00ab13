import { createRoute, redirect } from '@tanstack/react-router'
import { sessionQuery, shownSessionKey, type Session } from '../api/session.ts'
import { Loading } from '../parts/states.tsx'
import { hasUnsavedWork } from '../parts/leaving/unsaved-work.ts'
import { lazyScreen } from './lazy-screen.ts'
import { rootRoute } from './root-route.tsx'

/** All screens of an account lie below it: its id is in each address, so that an address means the same to everybody. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (session !== null) {
      context.queries.setQueryData(shownSessionKey, session)
      return { session }
    }
    // What was typed here is not thrown away with the screen: the frame says that somebody has to sign in.
    const shownSession = context.queries.getQueryData<Session>(shownSessionKey)
    if (shownSession !== undefined && hasUnsavedWork(location.pathname)) return { session: shownSession }
    throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  pendingComponent: () => <Loading what="the account" />,
  component: lazyScreen(() => import('./account-frame.tsx'), 'AccountFrame'),
})
