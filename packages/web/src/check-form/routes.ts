import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'

const chooseTypeRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'checks/new',
  component: lazyScreen(() => import('./choose-type-screen.tsx'), 'ChooseTypeScreen'),
})

export const newCheckRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'checks/new/$checkType',
  component: lazyScreen(() => import('./new-check-screen.tsx'), 'NewCheckScreen'),
})

export const editCheckRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'checks/$checkId/edit',
  component: lazyScreen(() => import('./edit-check-screen.tsx'), 'EditCheckScreen'),
})

export const duplicateCheckRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'checks/$checkId/duplicate',
  component: lazyScreen(() => import('./duplicate-check-screen.tsx'), 'DuplicateCheckScreen'),
})

export const checkFormRoutes = [chooseTypeRoute, newCheckRoute, editCheckRoute, duplicateCheckRoute]
