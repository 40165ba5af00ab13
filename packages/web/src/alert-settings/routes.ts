import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'

export const alertSettingsRoutes = [
  createRoute({
    getParentRoute: () => accountRoute,
    path: 'alert-settings',
    component: lazyScreen(() => import('./screen.tsx'), 'AlertSettingsScreen'),
  }),
] as const
