import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { getCheckOverview } from './get-check-overview.ts'
import { getCheckVerdicts } from './get-check-verdicts.ts'
import { getOverviewGroups } from './get-overview-groups.ts'
import { getOverviewSummary } from './get-overview-summary.ts'
import { getOverviewOfCheck } from './get-overview-of-check.ts'
import { listAlertsOfCheck } from './list-alerts-of-check.ts'
import { listCheckTags } from './list-check-tags.ts'

/** What screens show of checks: how they are, what their results said, which alerts they had. */
export function checkOverviewRoutes(app: App, deps: ApiDeps): void {
  getCheckOverview(app, deps)
  getOverviewGroups(app, deps)
  getOverviewSummary(app, deps)
  getOverviewOfCheck(app, deps)
  getCheckVerdicts(app, deps)
  listAlertsOfCheck(app, deps)
  listCheckTags(app, deps)
}
