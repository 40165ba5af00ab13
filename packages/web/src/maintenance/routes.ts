import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { readCalendarSearch, readPagedSearch } from './search-params.ts'
import { lazyScreen } from '../frame/lazy-screen.ts'

export const calendarRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'maintenance',
  validateSearch: readCalendarSearch,
  component: lazyScreen(() => import('./calendar-screen.tsx'), 'CalendarScreen'),
})

export const windowsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'maintenance/windows',
  validateSearch: readPagedSearch,
  component: lazyScreen(() => import('./windows-screen.tsx'), 'WindowsScreen'),
})

const newWindowRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'maintenance/windows/new',
  component: lazyScreen(() => import('./new-window-screen.tsx'), 'NewWindowScreen'),
})

export const windowRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'maintenance/windows/$windowId',
  validateSearch: readPagedSearch,
  component: lazyScreen(() => import('./window-screen.tsx'), 'WindowScreen'),
})

export const editWindowRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'maintenance/windows/$windowId/edit',
  component: lazyScreen(() => import('./edit-window-screen.tsx'), 'EditWindowScreen'),
})

export const occurrenceRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'maintenance/windows/$windowId/occurrences/$maintenanceId',
  component: lazyScreen(() => import('./occurrence-screen.tsx'), 'OccurrenceScreen'),
})

export const maintenanceRoutes = [
  calendarRoute,
  windowsRoute,
  newWindowRoute,
  windowRoute,
  editWindowRoute,
  occurrenceRoute,
]
