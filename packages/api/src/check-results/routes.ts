import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { acceptSnapshotsRoute } from './accept-snapshots.ts'
import { getCheckResult } from './get-check-result.ts'
import { getResultAsset } from './get-result-asset.ts'
import { listCheckResultsV1 } from './list-check-results-v1.ts'
import { listCheckResultsV2 } from './list-check-results-v2.ts'
import { listResultAssets } from './list-result-assets.ts'

export function checkResultRoutes(app: App, deps: ApiDeps): void {
  listCheckResultsV1(app, deps)
  listCheckResultsV2(app, deps)
  getCheckResult(app, deps)
  listResultAssets(app, deps)
  getResultAsset(app, deps)
  acceptSnapshotsRoute(app, deps)
}
