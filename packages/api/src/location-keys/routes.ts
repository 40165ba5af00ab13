import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createDataCenterKey } from './create-data-center-key.ts'
import { deleteDataCenterKey } from './delete-data-center-key.ts'
import { listDataCenterKeys } from './list-data-center-keys.ts'

export function locationKeyRoutes(app: App, deps: ApiDeps): void {
  listDataCenterKeys(app, deps)
  createDataCenterKey(app, deps)
  deleteDataCenterKey(app, deps)
}
