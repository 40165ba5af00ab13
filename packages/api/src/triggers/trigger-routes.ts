import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { callCheckTrigger } from './call-check-trigger.ts'
import { callGroupTrigger } from './call-group-trigger.ts'
import { createCheckTrigger } from './create-check-trigger.ts'
import { createGroupTrigger } from './create-group-trigger.ts'
import { deleteCheckTrigger } from './delete-check-trigger.ts'
import { deleteGroupTrigger } from './delete-group-trigger.ts'
import { getCheckTrigger } from './get-check-trigger.ts'
import { getGroupTrigger } from './get-group-trigger.ts'

/** Addresses that start the runs of a check or of a group. */
export function triggerRoutes(app: App, deps: ApiDeps): void {
  createCheckTrigger(app, deps)
  getCheckTrigger(app, deps)
  deleteCheckTrigger(app, deps)
  callCheckTrigger(app, deps)
  createGroupTrigger(app, deps)
  getGroupTrigger(app, deps)
  deleteGroupTrigger(app, deps)
  callGroupTrigger(app, deps)
}
