import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createCheckGroupRoute } from './create-check-group.ts'
import { deleteCheckGroupRoute } from './delete-check-group.ts'
import { getCheckGroup } from './get-check-group.ts'
import { getGroupCheck } from './get-group-check.ts'
import { listCheckGroups } from './list-check-groups.ts'
import { listGroupChecks } from './list-group-checks.ts'
import { patchCheckGroup } from './patch-check-group.ts'
import { updateCheckGroupRoute } from './update-check-group.ts'

export function checkGroupRoutes(app: App, deps: ApiDeps): void {
  listCheckGroups(app, deps)
  getCheckGroup(app, deps)
  deleteCheckGroupRoute(app, deps)
  patchCheckGroup(app, deps)
  for (const version of [1, 2] as const) {
    createCheckGroupRoute(app, deps, version)
    updateCheckGroupRoute(app, deps, version)
    listGroupChecks(app, deps, `v${version}`)
    getGroupCheck(app, deps, `v${version}`)
  }
}
