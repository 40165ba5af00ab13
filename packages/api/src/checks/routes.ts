import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { alertBacktest } from './alert-backtest.ts'
import { bulkEditChecks } from './bulk-edit-checks.ts'
import { createAnyCheck } from './create-any-check.ts'
import { createCheck } from './create-check.ts'
import { deleteCheck } from './delete-check.ts'
import { getCheck } from './get-check.ts'
import { listChecks } from './list-checks.ts'
import { timeToPage } from './time-to-page.ts'
import { updateAnyCheck } from './update-any-check.ts'
import { updateCheck } from './update-check.ts'

export function checkRoutes(app: App, deps: ApiDeps): void {
  for (const kind of checkKinds) {
    createCheck(app, deps, kind)
    updateCheck(app, deps, kind)
  }
  for (const version of ['v1', 'v2', 'v3'] as const) {
    listChecks(app, deps, version)
    getCheck(app, deps, version)
  }
  createAnyCheck(app, deps)
  updateAnyCheck(app, deps)
  deleteCheck(app, deps)
  bulkEditChecks(app, deps)
  alertBacktest(app, deps)
  timeToPage(app, deps)
}
