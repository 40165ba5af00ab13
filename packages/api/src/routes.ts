import { createPublicAnswers } from '@sonde/status-pages/public-answers.ts'
import { createAccount } from './accounts/create-account.ts'
import { getAccountSettings } from './accounts/get-account-settings.ts'
import { getAccount } from './accounts/get-account.ts'
import { getAlertSettings } from './accounts/get-alert-settings.ts'
import { getEntitlements } from './accounts/get-entitlements.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { patchAccountSettingsRoute } from './accounts/patch-account-settings.ts'
import { putAlertSettingsRoute } from './accounts/put-alert-settings.ts'
import { agentRoutes } from './agents/agent-routes.ts'
import { listAgents } from './agents/list-agents.ts'
import { createAlertChannel } from './alert-channels/create-alert-channel.ts'
import { deleteAlertChannel } from './alert-channels/delete-alert-channel.ts'
import { getAlertChannel } from './alert-channels/get-alert-channel.ts'
import { listAlertChannels } from './alert-channels/list-alert-channels.ts'
import { listWebhookTemplates } from './alert-channels/list-webhook-templates.ts'
import { putChannelSubscription } from './alert-channels/put-channel-subscription.ts'
import { testAlertChannel } from './alert-channels/test-alert-channel.ts'
import { updateAlertChannel } from './alert-channels/update-alert-channel.ts'
import { listAlertNotifications } from './alert-notifications/list-alert-notifications.ts'
import { batchAnalytics } from './analytics/batch-analytics.ts'
import { getCheckAnalytics } from './analytics/get-check-analytics.ts'
import { getHeartbeatAnalytics } from './analytics/get-heartbeat-analytics.ts'
import { listAnalyticsMetrics } from './analytics/list-analytics-metrics.ts'
import type { ApiDeps } from './api-deps.ts'
import { createServiceApiKeyRoute } from './api-keys/create-service-key.ts'
import { createUserApiKey } from './api-keys/create-user-key.ts'
import { deleteServiceApiKeyRoute } from './api-keys/delete-service-key.ts'
import { deleteUserApiKey } from './api-keys/delete-user-key.ts'
import { listServiceApiKeys } from './api-keys/list-service-keys.ts'
import { listUserApiKeys } from './api-keys/list-user-keys.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { getCheckBadge } from './badges/get-check-badge.ts'
import { getGroupBadge } from './badges/get-group-badge.ts'
import { listCheckAlerts } from './check-alerts/list-check-alerts.ts'
import { createCheckGroup } from './check-groups/create-check-group.ts'
import { deleteCheckGroup } from './check-groups/delete-check-group.ts'
import { getCheckGroup } from './check-groups/get-check-group.ts'
import { getGroupCheck } from './check-groups/get-group-check.ts'
import { listCheckGroups } from './check-groups/list-check-groups.ts'
import { listGroupChecks } from './check-groups/list-group-checks.ts'
import { patchCheckGroup } from './check-groups/patch-check-group.ts'
import { updateCheckGroup } from './check-groups/update-check-group.ts'
import { checkOverviewRoutes } from './check-overview/routes.ts'
import { getCheckResult } from './check-results/get-check-result.ts'
import { getResultAsset } from './check-results/get-result-asset.ts'
import { listCheckResultsV1 } from './check-results/list-check-results-v1.ts'
import { listCheckResultsV2 } from './check-results/list-check-results-v2.ts'
import { listResultAssets } from './check-results/list-result-assets.ts'
import { awaitCheckSession } from './check-sessions/await-check-session.ts'
import { cancelCheckSession } from './check-sessions/cancel-check-session.ts'
import { getCheckSession } from './check-sessions/get-check-session.ts'
import { triggerCheckSessions } from './check-sessions/trigger-check-sessions.ts'
import { getCheckStatus } from './check-statuses/get-check-status.ts'
import { listCheckStatuses } from './check-statuses/list-check-statuses.ts'
import { getCheckTry } from './check-tries/get-check-try.ts'
import { startCheckTry } from './check-tries/start-check-try.ts'
import { checkRoutes } from './checks/routes.ts'
import { createClientCertificateRoute } from './client-certificates/create-client-certificate.ts'
import { deleteClientCertificateRoute } from './client-certificates/delete-client-certificate.ts'
import { getClientCertificate } from './client-certificates/get-client-certificate.ts'
import { listClientCertificates } from './client-certificates/list-client-certificates.ts'
import { exportConfiguration } from './configuration/export-configuration.ts'
import { importConfiguration } from './configuration/import-configuration.ts'
import { dashboardIncidentRoutes } from './dashboard-incidents/dashboard-incident-routes.ts'
import { dashboardRoutes } from './dashboards/dashboard-routes.ts'
import { deploymentTriggerRoutes } from './deployment-triggers/deployment-trigger-routes.ts'
import { getErrorGroup } from './error-groups/get-error-group.ts'
import { listErrorGroupsOfCheck } from './error-groups/list-error-groups-of-check.ts'
import { listErrorGroups } from './error-groups/list-error-groups.ts'
import { patchErrorGroup } from './error-groups/patch-error-group.ts'
import { streamEvents } from './events/stream-events.ts'
import { getHeartbeatAvailability } from './heartbeats/get-heartbeat-availability.ts'
import { getHeartbeatEvent } from './heartbeats/get-heartbeat-event.ts'
import { listHeartbeatEvents } from './heartbeats/list-heartbeat-events.ts'
import { ping } from './heartbeats/ping.ts'
import type { App } from './http/app-type.ts'
import { createIntegrationTokenRoute } from './integration-tokens/create-integration-token.ts'
import { deleteIntegrationTokenRoute } from './integration-tokens/delete-integration-token.ts'
import { listIntegrationTokens } from './integration-tokens/list-integration-tokens.ts'
import { createInviteRoute } from './invites/create-invite.ts'
import { deleteInviteRoute } from './invites/delete-invite.ts'
import { renewInviteRoute } from './invites/renew-invite.ts'
import { createDataCenterKey } from './locations/create-data-center-key.ts'
import { deleteDataCenterKey } from './locations/delete-data-center-key.ts'
import { listDataCenterKeys } from './locations/list-data-center-keys.ts'
import { listLocations } from './locations/list-locations.ts'
import { maintenanceRoutes } from './maintenance-windows/maintenance-routes.ts'
import { changeMemberRoleRoute } from './members/change-member-role.ts'
import { listMembers } from './members/list-members.ts'
import { removeMemberRoute } from './members/remove-member.ts'
import { health } from './operations/health.ts'
import { metrics } from './operations/metrics.ts'
import { privateLocationRoutes } from './private-locations/private-location-routes.ts'
import { showPrometheusMetrics } from './prometheus/show-prometheus-metrics.ts'
import { getReporting } from './reporting/get-reporting.ts'
import { getRuntime } from './runtimes/get-runtime.ts'
import { listRuntimes } from './runtimes/list-runtimes.ts'
import { listSecretFindings } from './secret-scans/list-secret-findings.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { claimInstallation } from './setup/claim-installation.ts'
import { createSnippetRoute } from './snippets/create-snippet.ts'
import { deleteSnippetRoute } from './snippets/delete-snippet.ts'
import { getSnippet } from './snippets/get-snippet.ts'
import { listSnippets } from './snippets/list-snippets.ts'
import { updateSnippetRoute } from './snippets/update-snippet.ts'
import { staticIps } from './static-ips/static-ips.ts'
import { incidentRoutes } from './status-pages/incident-routes.ts'
import { statusPageRoutes } from './status-pages/public/page-routes.ts'
import { statusPageManagementRoutes } from './status-pages/status-page-routes.ts'
import { deleteTraceExportRoute } from './trace-export/delete-trace-export.ts'
import { getTraceExport } from './trace-export/get-trace-export.ts'
import { putTraceExportRoute } from './trace-export/put-trace-export.ts'
import { triggerRoutes } from './triggers/trigger-routes.ts'
import { endOtherSessions } from './users/end-other-sessions.ts'
import { endOwnSession } from './users/end-own-session.ts'
import { getCurrentUser } from './users/get-current-user.ts'
import { listOwnSessions } from './users/list-own-sessions.ts'
import { createVariableRoute } from './variables/create-variable.ts'
import { deleteVariableRoute } from './variables/delete-variable.ts'
import { getVariable } from './variables/get-variable.ts'
import { listVariables } from './variables/list-variables.ts'
import { updateVariableRoute } from './variables/update-variable.ts'

/** Every route of the API, by resource. */
export function registerRoutes(app: App, deps: ApiDeps): void {
  checkRoutes(app, deps)

  ping(app, deps)
  listHeartbeatEvents(app, deps)
  getHeartbeatEvent(app, deps)
  getHeartbeatAvailability(app, deps)

  listCheckGroups(app, deps)
  getCheckGroup(app, deps)
  deleteCheckGroup(app, deps)
  patchCheckGroup(app, deps)
  for (const version of [1, 2] as const) {
    createCheckGroup(app, deps, version)
    updateCheckGroup(app, deps, version)
    listGroupChecks(app, deps, `v${version}`)
    getGroupCheck(app, deps, `v${version}`)
  }

  listCheckResultsV1(app, deps)
  listCheckResultsV2(app, deps)
  getCheckResult(app, deps)
  listResultAssets(app, deps)
  getResultAsset(app, deps)
  listCheckStatuses(app, deps)
  getCheckStatus(app, deps)
  checkOverviewRoutes(app, deps)

  for (const version of ['v1', 'v2'] as const) {
    triggerCheckSessions(app, deps, version)
    getCheckSession(app, deps, version)
    awaitCheckSession(app, deps, version)
  }
  cancelCheckSession(app, deps)
  startCheckTry(app, deps)
  getCheckTry(app, deps)
  streamEvents(app, deps)

  triggerRoutes(app, deps)
  deploymentTriggerRoutes(app, deps)

  getCheckAnalytics(app, deps)
  getHeartbeatAnalytics(app, deps)
  listAnalyticsMetrics(app)
  batchAnalytics(app, deps)
  getReporting(app, deps)

  listIntegrationTokens(app, deps)
  createIntegrationTokenRoute(app, deps)
  deleteIntegrationTokenRoute(app, deps)
  showPrometheusMetrics(app, deps)

  listAlertChannels(app, deps)
  createAlertChannel(app, deps)
  getAlertChannel(app, deps)
  updateAlertChannel(app, deps)
  deleteAlertChannel(app, deps)
  putChannelSubscription(app, deps)
  testAlertChannel(app, deps)
  listWebhookTemplates(app)
  listAlertNotifications(app, deps)
  listCheckAlerts(app, deps)

  listAccounts(app, deps)
  createAccount(app, deps)
  getAccount(app, deps)
  getAlertSettings(app, deps)
  putAlertSettingsRoute(app, deps)
  getAccountSettings(app, deps)
  patchAccountSettingsRoute(app, deps)
  getTraceExport(app, deps)
  putTraceExportRoute(app, deps)
  deleteTraceExportRoute(app, deps)
  getEntitlements(app, deps)
  exportConfiguration(app, deps)
  importConfiguration(app, deps)
  listMembers(app, deps)
  changeMemberRoleRoute(app, deps)
  removeMemberRoute(app, deps)
  createInviteRoute(app, deps)
  renewInviteRoute(app, deps)
  deleteInviteRoute(app, deps)
  getCurrentUser(app, deps)
  sessionRoutes(app, deps)
  listOwnSessions(app, deps)
  endOwnSession(app, deps)
  endOtherSessions(app, deps)

  listAuditLog(app, deps)

  listUserApiKeys(app, deps)
  createUserApiKey(app, deps)
  deleteUserApiKey(app, deps)
  listServiceApiKeys(app, deps)
  createServiceApiKeyRoute(app, deps)
  deleteServiceApiKeyRoute(app, deps)

  listVariables(app, deps)
  createVariableRoute(app, deps)
  getVariable(app, deps)
  updateVariableRoute(app, deps)
  deleteVariableRoute(app, deps)

  listSnippets(app, deps)
  createSnippetRoute(app, deps)
  getSnippet(app, deps)
  updateSnippetRoute(app, deps)
  deleteSnippetRoute(app, deps)
  listSecretFindings(app, deps)

  listErrorGroups(app, deps)
  listErrorGroupsOfCheck(app, deps)
  getErrorGroup(app, deps)
  patchErrorGroup(app, deps)

  listClientCertificates(app, deps)
  createClientCertificateRoute(app, deps)
  getClientCertificate(app, deps)
  deleteClientCertificateRoute(app, deps)

  privateLocationRoutes(app, deps)

  statusPageManagementRoutes(app, deps)
  incidentRoutes(app, deps)
  statusPageRoutes(app, deps, createPublicAnswers({ read: deps.store.read }))

  dashboardRoutes(app, deps)
  dashboardIncidentRoutes(app, deps)
  getCheckBadge(app, deps)
  getGroupBadge(app, deps)

  maintenanceRoutes(app, deps)

  listLocations(app, deps)
  listAgents(app, deps)
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
