import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { getCheckStatus } from './get-check-status.ts'
import { listCheckStatuses } from './list-check-statuses.ts'

export function checkStatusRoutes(app: App, deps: ApiDeps): void {
  listCheckStatuses(app, deps)
  getCheckStatus(app, deps)
}
