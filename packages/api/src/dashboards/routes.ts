import type { ApiDeps } from '../api-deps.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import type { App } from '../http/app-type.ts'
import { createDashboardRoute } from './create-dashboard.ts'
import { deleteDashboardRoute } from './delete-dashboard.ts'
import { getDashboard } from './get-dashboard.ts'
import { listDashboards } from './list-dashboards.ts'
import { showDashboard } from './public/show-dashboard.ts'
import { updateDashboardRoute } from './update-dashboard.ts'

export function dashboardRoutes(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  listDashboards(app, deps)
  createDashboardRoute(app, deps)
  getDashboard(app, deps)
  updateDashboardRoute(app, deps)
  deleteDashboardRoute(app, deps)
  showDashboard(app, deps)
}
