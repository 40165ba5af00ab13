import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { getCheckAnnotations } from './get-check-annotations.ts'
import { getCheckDays } from './get-check-days.ts'
import { getCheckDistribution } from './get-check-distribution.ts'
import { getCheckExtent } from './get-check-extent.ts'
import { getCheckRuns } from './get-check-runs.ts'
import { getStepTimes } from './get-step-times.ts'

/** What charts of one check draw. */
export function checkChartRoutes(app: App, deps: ApiDeps): void {
  getCheckExtent(app, deps)
  getCheckRuns(app, deps)
  getCheckAnnotations(app, deps)
  getCheckDistribution(app, deps)
  getCheckDays(app, deps)
  getStepTimes(app, deps)
}
