import { checkKinds } from '@sonde/schema/check-kinds.ts'
import { createAccount } from './accounts/create-account.ts'
import { getAccount } from './accounts/get-account.ts'
import { getEntitlements } from './accounts/get-entitlements.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { agentRoutes } from './agents/agent-routes.ts'
import { batchAnalytics } from './analytics/batch-analytics.ts'
import { getCheckAnalytics } from './analytics/get-check-analytics.ts'
import { listAnalyticsMetrics } from './analytics/list-analytics-metrics.ts'
import type { ApiDeps } from './api-deps.ts'
import { createServiceApiKey } from './api-keys/create-service-key.ts'
import { createUserApiKey } from './api-keys/create-user-key.ts'
import { deleteServiceApiKey } from './api-keys/delete-service-key.ts'
import { deleteUserApiKey } from './api-keys/delete-user-key.ts'
import { listServiceApiKeys } from './api-keys/list-service-keys.ts'
import { listUserApiKeys } from './api-keys/list-user-keys.ts'
import { getCheckResult } from './check-results/get-check-result.ts'
import { listCheckResultsV1 } from './check-results/list-check-results-v1.ts'
import { listCheckResultsV2 } from './check-results/list-check-results-v2.ts'
import { listResultAssets } from './check-results/list-result-assets.ts'
import { awaitCheckSession } from './check-sessions/await-check-session.ts'
import { cancelCheckSession } from './check-sessions/cancel-check-session.ts'
import { getCheckSession } from './check-sessions/get-check-session.ts'
import { triggerCheckSessions } from './check-sessions/trigger-check-sessions.ts'
import { getCheckStatus } from './check-statuses/get-check-status.ts'
import { listCheckStatuses } from './check-statuses/list-check-statuses.ts'
import { createCheck } from './checks/create-check.ts'
import { deleteCheck } from './checks/delete-check.ts'
import { getCheck } from './checks/get-check.ts'
import { listChecks } from './checks/list-checks.ts'
import { updateCheck } from './checks/update-check.ts'
import type { App } from './http/app-type.ts'
import { createDataCenterKey } from './locations/create-data-center-key.ts'
import { deleteDataCenterKey } from './locations/delete-data-center-key.ts'
import { listDataCenterKeys } from './locations/list-data-center-keys.ts'
import { listLocations } from './locations/list-locations.ts'
import { changeMemberRole } from './members/change-member-role.ts'
import { listMembers } from './members/list-members.ts'
import { removeMember } from './members/remove-member.ts'
import { health } from './operations/health.ts'
import { metrics } from './operations/metrics.ts'
import { createPrivateLocationKey } from './private-locations/create-private-location-key.ts'
import { createPrivateLocation } from './private-locations/create-private-location.ts'
import { deletePrivateLocationKey } from './private-locations/delete-private-location-key.ts'
import { deletePrivateLocation } from './private-locations/delete-private-location.ts'
import { getPrivateLocation } from './private-locations/get-private-location.ts'
import { listPrivateLocations } from './private-locations/list-private-locations.ts'
import { privateLocationMetrics } from './private-locations/private-location-metrics.ts'
import { updatePrivateLocation } from './private-locations/update-private-location.ts'
import { getRuntime } from './runtimes/get-runtime.ts'
import { listRuntimes } from './runtimes/list-runtimes.ts'
import { claimInstallation } from './setup/claim-installation.ts'
import { staticIps } from './static-ips/static-ips.ts'
import { callCheckTrigger } from './triggers/call-check-trigger.ts'
import { createCheckTrigger } from './triggers/create-check-trigger.ts'
import { deleteCheckTrigger } from './triggers/delete-check-trigger.ts'
import { getCheckTrigger } from './triggers/get-check-trigger.ts'
import { groupTriggers } from './triggers/group-triggers.ts'
import { getCurrentUser } from './users/get-current-user.ts'

/** Every route of the API, by resource. */
export function registerRoutes(app: App, deps: ApiDeps): void {
  for (const kind of checkKinds) {
    createCheck(app, deps, kind)
    updateCheck(app, deps, kind)
  }
  for (const version of ['v1', 'v2', 'v3'] as const) {
    listChecks(app, deps, version)
    getCheck(app, deps, version)
  }
  deleteCheck(app, deps)

  listCheckResultsV1(app, deps)
  listCheckResultsV2(app, deps)
  getCheckResult(app, deps)
  listResultAssets(app, deps)
  listCheckStatuses(app, deps)
  getCheckStatus(app, deps)

  for (const version of ['v1', 'v2'] as const) {
    triggerCheckSessions(app, deps, version)
    getCheckSession(app, deps, version)
    awaitCheckSession(app, deps, version)
  }
  cancelCheckSession(app, deps)

  createCheckTrigger(app, deps)
  getCheckTrigger(app, deps)
  deleteCheckTrigger(app, deps)
  groupTriggers(app)
  callCheckTrigger(app, deps)

  getCheckAnalytics(app, deps)
  listAnalyticsMetrics(app)
  batchAnalytics(app, deps)

  listAccounts(app, deps)
  createAccount(app, deps)
  getAccount(app, deps)
  getEntitlements(app, deps)
  listMembers(app, deps)
  changeMemberRole(app, deps)
  removeMember(app, deps)
  getCurrentUser(app, deps)

  listUserApiKeys(app, deps)
  createUserApiKey(app, deps)
  deleteUserApiKey(app, deps)
  listServiceApiKeys(app, deps)
  createServiceApiKey(app, deps)
  deleteServiceApiKey(app, deps)

  listPrivateLocations(app, deps)
  createPrivateLocation(app, deps)
  getPrivateLocation(app, deps)
  updatePrivateLocation(app, deps)
  deletePrivateLocation(app, deps)
  createPrivateLocationKey(app, deps)
  deletePrivateLocationKey(app, deps)
  privateLocationMetrics(app, deps)

  listLocations(app, deps)
  listDataCenterKeys(app, deps)
  createDataCenterKey(app, deps)
  deleteDataCenterKey(app, deps)
  listRuntimes(app)
  getRuntime(app)
  staticIps(app, deps)

  agentRoutes(app, deps)
  claimInstallation(app, deps)
  health(app, deps)
  metrics(app, deps)
}
