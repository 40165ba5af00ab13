import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { alertBacktestRoute } from './alert-backtest.ts'
import { bulkEditChecksRoute } from './bulk-edit-checks.ts'
import { createAnyCheck } from './create-any-check.ts'
import { createCheckRoute } from './create-check.ts'
import { deleteCheckRoute } from './delete-check.ts'
import { effectiveSettingsRoute } from './effective-settings.ts'
import { getCheck } from './get-check.ts'
import { listChecks } from './list-checks.ts'
import { timeToPageRoute } from './time-to-page.ts'
import { updateAnyCheckRoute } from './update-any-check.ts'
import { updateCheckRoute } from './update-check.ts'

export function checkRoutes(app: App, deps: ApiDeps): void {
  for (const kind of checkKinds) {
    createCheckRoute(app, deps, kind)
    updateCheckRoute(app, deps, kind)
  }
  for (const version of ['v1', 'v2', 'v3'] as const) {
    listChecks(app, deps, version)
    getCheck(app, deps, version)
  }
  createAnyCheck(app, deps)
  updateAnyCheckRoute(app, deps)
  deleteCheckRoute(app, deps)
  bulkEditChecksRoute(app, deps)
  alertBacktestRoute(app, deps)
  timeToPageRoute(app, deps)
  effectiveSettingsRoute(app, deps)
}
