import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createPrivateLocationKey } from './create-private-location-key.ts'
import { createPrivateLocation } from './create-private-location.ts'
import { deletePrivateLocationKey } from './delete-private-location-key.ts'
import { deletePrivateLocation } from './delete-private-location.ts'
import { getPrivateLocation } from './get-private-location.ts'
import { listLocationUsers } from './list-location-users.ts'
import { listPrivateLocations } from './list-private-locations.ts'
import { privateLocationMetrics } from './private-location-metrics.ts'
import { updatePrivateLocation } from './update-private-location.ts'

/** Private locations, their keys and their figures. */
export function privateLocationRoutes(app: App, deps: ApiDeps): void {
  listPrivateLocations(app, deps)
  createPrivateLocation(app, deps)
  getPrivateLocation(app, deps)
  listLocationUsers(app, deps)
  updatePrivateLocation(app, deps)
  deletePrivateLocation(app, deps)
  createPrivateLocationKey(app, deps)
  deletePrivateLocationKey(app, deps)
  privateLocationMetrics(app, deps)
}
