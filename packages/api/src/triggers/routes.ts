import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { ignoreBodies } from '../http/bodies/ignored-bodies.ts'
import type { Windows } from '../http/windows.ts'
import { callCheckTriggerRoute } from './call-check-trigger.ts'
import { callGroupTriggerRoute } from './call-group-trigger.ts'
import { createCheckTriggerRoute } from './create-check-trigger.ts'
import { createGroupTriggerRoute } from './create-group-trigger.ts'
import { deleteCheckTriggerRoute } from './delete-check-trigger.ts'
import { deleteGroupTriggerRoute } from './delete-group-trigger.ts'
import { getCheckTrigger } from './get-check-trigger.ts'
import { getGroupTrigger } from './get-group-trigger.ts'
import { listGroupTriggers } from './list-group-triggers.ts'

/** Addresses that start the runs of a check or of a group. */
export function triggerRoutes(app: App, deps: ApiDeps & { windows: Windows }): void {
  createCheckTriggerRoute(app, deps)
  getCheckTrigger(app, deps)
  deleteCheckTriggerRoute(app, deps)
  createGroupTriggerRoute(app, deps)
  getGroupTrigger(app, deps)
  listGroupTriggers(app, deps)
  deleteGroupTriggerRoute(app, deps)

  // Whatever calls them sends along what it has, such as the event of another service.
  void app.register(async (scope: App) => {
    ignoreBodies(scope)
    callCheckTriggerRoute(scope, deps)
    callGroupTriggerRoute(scope, deps)
  })
}
