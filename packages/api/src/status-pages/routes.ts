import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { componentRoutes } from './component-routes.ts'
import { incidentRoutes } from './incident-routes.ts'
import { statusPageManagementRoutes } from './status-page-routes.ts'

export function statusPageRoutes(app: App, deps: ApiDeps): void {
  statusPageManagementRoutes(app, deps)
  componentRoutes(app, deps)
  incidentRoutes(app, deps)
}
