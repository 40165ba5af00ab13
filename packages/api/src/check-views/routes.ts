import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { deleteCheckViewRoute } from './delete-check-view.ts'
import { listCheckViews } from './list-check-views.ts'
import { putCheckViewRoute } from './put-check-view.ts'

/** Lists of checks that everybody of an account finds by a name. */
export function checkViewRoutes(app: App, deps: ApiDeps): void {
  listCheckViews(app, deps)
  putCheckViewRoute(app, deps)
  deleteCheckViewRoute(app, deps)
}
