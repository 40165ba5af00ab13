import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { getTrialRun } from './get-trial-run.ts'
import { trialRunAssets } from './trial-run-assets.ts'
import { startTrialRunRoute } from './start-trial-run.ts'

/** Checks that run once without being saved. */
export function trialRunRoutes(app: App, deps: ApiDeps): void {
  startTrialRunRoute(app, deps)
  getTrialRun(app, deps)
  trialRunAssets(app, deps)
}
