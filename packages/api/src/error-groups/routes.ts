import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { getErrorGroup } from './get-error-group.ts'
import { listErrorGroupsOfCheck } from './list-error-groups-of-check.ts'
import { listErrorGroups } from './list-error-groups.ts'
import { patchErrorGroup } from './patch-error-group.ts'

export function errorGroupRoutes(app: App, deps: ApiDeps): void {
  listErrorGroups(app, deps)
  listErrorGroupsOfCheck(app, deps)
  getErrorGroup(app, deps)
  patchErrorGroup(app, deps)
}
