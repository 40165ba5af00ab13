import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createPrivateLocationKeyRoute } from './create-private-location-key.ts'
import { createPrivateLocationRoute } from './create-private-location.ts'
import { deletePrivateLocationKeyRoute } from './delete-private-location-key.ts'
import { deletePrivateLocationRoute } from './delete-private-location.ts'
import { getPrivateLocation } from './get-private-location.ts'
import { listLocationUsers } from './list-location-users.ts'
import { listPrivateLocations } from './list-private-locations.ts'
import { privateLocationMetrics } from './private-location-metrics.ts'
import { updatePrivateLocationRoute } from './update-private-location.ts'

/** Private locations, their keys and their figures. */
export function privateLocationRoutes(app: App, deps: ApiDeps): void {
  listPrivateLocations(app, deps)
  createPrivateLocationRoute(app, deps)
  getPrivateLocation(app, deps)
  listLocationUsers(app, deps)
  updatePrivateLocationRoute(app, deps)
  deletePrivateLocationRoute(app, deps)
  createPrivateLocationKeyRoute(app, deps)
  deletePrivateLocationKeyRoute(app, deps)
  privateLocationMetrics(app, deps)
}
