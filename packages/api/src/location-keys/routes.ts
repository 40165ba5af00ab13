import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createDataCenterKeyRoute } from './create-data-center-key.ts'
import { deleteDataCenterKeyRoute } from './delete-data-center-key.ts'
import { listDataCenterKeysRoute } from './list-data-center-keys.ts'

export function locationKeyRoutes(app: App, deps: ApiDeps): void {
  listDataCenterKeysRoute(app, deps)
  createDataCenterKeyRoute(app, deps)
  deleteDataCenterKeyRoute(app, deps)
}
