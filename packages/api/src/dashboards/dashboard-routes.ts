import type { ApiDeps } from '../api-deps.ts'
import { createSignInTries } from '../public-access/sign-in-tries.ts'
import type { App } from '../http/app-type.ts'
import { createDashboard } from './create-dashboard.ts'
import { deleteDashboard } from './delete-dashboard.ts'
import { getDashboard } from './get-dashboard.ts'
import { listDashboards } from './list-dashboards.ts'
import { showDashboard } from './public/show-dashboard.ts'
import { updateDashboard } from './update-dashboard.ts'

/** A wrong password counts the same, wherever it is tried. */
export function dashboardRoutes(app: App, deps: ApiDeps): void {
  const withTries = { ...deps, tries: createSignInTries(deps) }
  listDashboards(app, deps)
  createDashboard(app, deps)
  getDashboard(app, withTries)
  updateDashboard(app, deps)
  deleteDashboard(app, deps)
  showDashboard(app, withTries)
}
