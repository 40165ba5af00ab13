import { createRoute, redirect } from '@tanstack/react-router'
import { accountRoute } from './account-route.tsx'

export const accountHome = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountId/checks', params })
  },
})
