import { checkKinds } from '@sonde/schema/check-kinds.ts'
import { createPublicAnswers } from '@sonde/status-pages/public-answers.ts'
import { createAccount } from './accounts/create-account.ts'
import { getAccountSettings } from './accounts/get-account-settings.ts'
import { getAccount } from './accounts/get-account.ts'
import { getAlertSettings } from './accounts/get-alert-settings.ts'
import { getEntitlements } from './accounts/get-entitlements.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { patchAccountSettings } from './accounts/patch-account-settings.ts'
import { putAlertSettings } from './accounts/put-alert-settings.ts'
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
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { createServiceApiKey } from './api-keys/create-service-key.ts'
import { createUserApiKey } from './api-keys/create-user-key.ts'
import { deleteServiceApiKey } from './api-keys/delete-service-key.ts'
import { deleteUserApiKey } from './api-keys/delete-user-key.ts'
import { listServiceApiKeys } from './api-keys/list-service-keys.ts'
import { listUserApiKeys } from './api-keys/list-user-keys.ts'
import { getCheckBadge } from './badges/get-check-badge.ts'
import { getGroupBadge } from './badges/get-group-badge.ts'
import { bulkEditChecks } from './bulk-edit/bulk-edit-checks.ts'
import { listCheckAlerts } from './check-alerts/list-check-alerts.ts'
import { createCheckGroup } from './check-groups/create-check-group.ts'
import { deleteCheckGroup } from './check-groups/delete-check-group.ts'
import { getCheckGroup } from './check-groups/get-check-group.ts'
import { getGroupCheck } from './check-groups/get-group-check.ts'
import { listCheckGroups } from './check-groups/list-check-groups.ts'
import { listGroupChecks } from './check-groups/list-group-checks.ts'
import { patchCheckGroup } from './check-groups/patch-check-group.ts'
import { updateCheckGroup } from './check-groups/update-check-group.ts'
import { getCheckResult } from './check-results/get-check-result.ts'
import { getResultAsset } from './check-results/get-result-asset.ts'
import { listCheckResultsV1 } from './check-results/list-check-results-v1.ts'
import { listCheckResultsV2 } from './check-results/list-check-results-v2.ts'
import { listResultAssets } from './check-results/list-result-assets.ts'
import { getCheckTry } from './check-tries/get-check-try.ts'
import { startCheckTry } from './check-tries/start-check-try.ts'
import { awaitCheckSession } from './check-sessions/await-check-session.ts'
import { cancelCheckSession } from './check-sessions/cancel-check-session.ts'
import { getCheckSession } from './check-sessions/get-check-session.ts'
import { triggerCheckSessions } from './check-sessions/trigger-check-sessions.ts'
import { getCheckOverview } from './check-overview/get-check-overview.ts'
import { getOverviewOfCheck } from './check-overview/get-overview-of-check.ts'
import { listCheckTags } from './check-overview/list-check-tags.ts'
import { getCheckStatus } from './check-statuses/get-check-status.ts'
import { listCheckStatuses } from './check-statuses/list-check-statuses.ts'
import { alertBacktest } from './checks/alert-backtest.ts'
import { createAnyCheck } from './checks/create-any-check.ts'
import { createCheck } from './checks/create-check.ts'
import { deleteCheck } from './checks/delete-check.ts'
import { getCheck } from './checks/get-check.ts'
import { listChecks } from './checks/list-checks.ts'
import { getCheckVerdicts } from './checks/get-check-verdicts.ts'
import { listAlertsOfCheck } from './checks/list-alerts-of-check.ts'
import { timeToPage } from './checks/time-to-page.ts'
import { updateAnyCheck } from './checks/update-any-check.ts'
import { updateCheck } from './checks/update-check.ts'
import { createClientCertificate } from './client-certificates/create-client-certificate.ts'
import { deleteClientCertificate } from './client-certificates/delete-client-certificate.ts'
import { getClientCertificate } from './client-certificates/get-client-certificate.ts'
import { listClientCertificates } from './client-certificates/list-client-certificates.ts'
import { changeDashboardIncidentUpdate } from './dashboard-incidents/change-dashboard-incident-update.ts'
import { createDashboardIncidentUpdate } from './dashboard-incidents/create-dashboard-incident-update.ts'
import { createDashboardIncident } from './dashboard-incidents/create-dashboard-incident.ts'
import { deleteDashboardIncidentUpdate } from './dashboard-incidents/delete-dashboard-incident-update.ts'
import { deleteDashboardIncident } from './dashboard-incidents/delete-dashboard-incident.ts'
import { getDashboardIncident } from './dashboard-incidents/get-dashboard-incident.ts'
import { listDashboardIncidents } from './dashboard-incidents/list-dashboard-incidents.ts'
import { updateDashboardIncident } from './dashboard-incidents/update-dashboard-incident.ts'
import { dashboardRoutes } from './dashboards/dashboard-routes.ts'
import { exportConfiguration } from './configuration/export-configuration.ts'
import { importConfiguration } from './configuration/import-configuration.ts'
import { getErrorGroup } from './error-groups/get-error-group.ts'
import { listErrorGroupsOfCheck } from './error-groups/list-error-groups-of-check.ts'
import { listErrorGroups } from './error-groups/list-error-groups.ts'
import { patchErrorGroup } from './error-groups/patch-error-group.ts'
import { createDeploymentTrigger } from './deployment-triggers/create-deployment-trigger.ts'
import { deleteDeploymentTrigger } from './deployment-triggers/delete-deployment-trigger.ts'
import { listDeploymentTriggers } from './deployment-triggers/list-deployment-triggers.ts'
import { listDeployments } from './deployment-triggers/list-deployments.ts'
import { receiveGithubEvent } from './deployment-triggers/receive-github-event.ts'
import { renewWebhookSecret } from './deployment-triggers/renew-webhook-secret.ts'
import { streamEvents } from './events/stream-events.ts'
import { getHeartbeatAvailability } from './heartbeats/get-heartbeat-availability.ts'
import { getHeartbeatEvent } from './heartbeats/get-heartbeat-event.ts'
import { listHeartbeatEvents } from './heartbeats/list-heartbeat-events.ts'
import { ping } from './heartbeats/ping.ts'
import type { App } from './http/app-type.ts'
import { createIntegrationToken } from './integration-tokens/create-integration-token.ts'
import { deleteIntegrationToken } from './integration-tokens/delete-integration-token.ts'
import { listIntegrationTokens } from './integration-tokens/list-integration-tokens.ts'
import { createInvite } from './invites/create-invite.ts'
import { deleteInvite } from './invites/delete-invite.ts'
import { renewInvite } from './invites/renew-invite.ts'
import { createDataCenterKey } from './locations/create-data-center-key.ts'
import { deleteDataCenterKey } from './locations/delete-data-center-key.ts'
import { listDataCenterKeys } from './locations/list-data-center-keys.ts'
import { listLocations } from './locations/list-locations.ts'
import { createMaintenanceWindow } from './maintenance-windows/create-maintenance-window.ts'
import { deleteMaintenanceUpdate } from './maintenance-windows/delete-maintenance-update.ts'
import { deleteMaintenanceWindow } from './maintenance-windows/delete-maintenance-window.ts'
import { deleteMaintenance } from './maintenance-windows/delete-maintenance.ts'
import { editMaintenanceUpdate } from './maintenance-windows/edit-maintenance-update.ts'
import { getMaintenanceWindow } from './maintenance-windows/get-maintenance-window.ts'
import { getMaintenance } from './maintenance-windows/get-maintenance.ts'
import { listMaintenanceWindows } from './maintenance-windows/list-maintenance-windows.ts'
import { listMaintenances } from './maintenance-windows/list-maintenances.ts'
import { moveMaintenance } from './maintenance-windows/move-maintenance.ts'
import { postMaintenanceUpdate } from './maintenance-windows/post-maintenance-update.ts'
import { updateMaintenanceWindow } from './maintenance-windows/update-maintenance-window.ts'
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
import { listLocationUsers } from './private-locations/list-location-users.ts'
import { listPrivateLocations } from './private-locations/list-private-locations.ts'
import { privateLocationMetrics } from './private-locations/private-location-metrics.ts'
import { updatePrivateLocation } from './private-locations/update-private-location.ts'
import { showPrometheusMetrics } from './prometheus/show-prometheus-metrics.ts'
import { getReporting } from './reporting/get-reporting.ts'
import { getRuntime } from './runtimes/get-runtime.ts'
import { listRuntimes } from './runtimes/list-runtimes.ts'
import { listSecretFindings } from './secret-scans/list-secret-findings.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { claimInstallation } from './setup/claim-installation.ts'
import { createSnippet } from './snippets/create-snippet.ts'
import { deleteSnippet } from './snippets/delete-snippet.ts'
import { getSnippet } from './snippets/get-snippet.ts'
import { listSnippets } from './snippets/list-snippets.ts'
import { updateSnippet } from './snippets/update-snippet.ts'
import { staticIps } from './static-ips/static-ips.ts'
import { changeIncidentUpdate } from './status-pages/change-incident-update.ts'
import { createIncidentUpdate } from './status-pages/create-incident-update.ts'
import { createIncident } from './status-pages/create-incident.ts'
import { createPagePassword } from './status-pages/create-page-password.ts'
import { createService } from './status-pages/create-service.ts'
import { createStatusPage } from './status-pages/create-status-page.ts'
import { createSubscriptions } from './status-pages/create-subscriptions.ts'
import { deleteIncidentUpdate } from './status-pages/delete-incident-update.ts'
import { deleteIncident } from './status-pages/delete-incident.ts'
import { deleteService } from './status-pages/delete-service.ts'
import { deleteStatusPage } from './status-pages/delete-status-page.ts'
import { deleteSubscription } from './status-pages/delete-subscription.ts'
import { getIncidentUpdate } from './status-pages/get-incident-update.ts'
import { getIncident } from './status-pages/get-incident.ts'
import { getService } from './status-pages/get-service.ts'
import { getStatusPage } from './status-pages/get-status-page.ts'
import { listIncidentUpdates } from './status-pages/list-incident-updates.ts'
import { listIncidents } from './status-pages/list-incidents.ts'
import { listServices } from './status-pages/list-services.ts'
import { listStatusPages } from './status-pages/list-status-pages.ts'
import { listSubscriptions } from './status-pages/list-subscriptions.ts'
import { statusPageRoutes } from './status-pages/public/page-routes.ts'
import { removePagePassword } from './status-pages/remove-page-password.ts'
import { unsubscribe } from './status-pages/unsubscribe.ts'
import { updateIncident } from './status-pages/update-incident.ts'
import { updateService } from './status-pages/update-service.ts'
import { updateStatusPage } from './status-pages/update-status-page.ts'
import { deleteTraceExport } from './trace-export/delete-trace-export.ts'
import { getTraceExport } from './trace-export/get-trace-export.ts'
import { putTraceExport } from './trace-export/put-trace-export.ts'
import { callCheckTrigger } from './triggers/call-check-trigger.ts'
import { callGroupTrigger } from './triggers/call-group-trigger.ts'
import { createCheckTrigger } from './triggers/create-check-trigger.ts'
import { createGroupTrigger } from './triggers/create-group-trigger.ts'
import { deleteCheckTrigger } from './triggers/delete-check-trigger.ts'
import { deleteGroupTrigger } from './triggers/delete-group-trigger.ts'
import { getCheckTrigger } from './triggers/get-check-trigger.ts'
import { getGroupTrigger } from './triggers/get-group-trigger.ts'
import { endOtherSessions } from './users/end-other-sessions.ts'
import { endOwnSession } from './users/end-own-session.ts'
import { getCurrentUser } from './users/get-current-user.ts'
import { listOwnSessions } from './users/list-own-sessions.ts'
import { createVariable } from './variables/create-variable.ts'
import { deleteVariable } from './variables/delete-variable.ts'
import { getVariable } from './variables/get-variable.ts'
import { listVariables } from './variables/list-variables.ts'
import { updateVariable } from './variables/update-variable.ts'

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
  createAnyCheck(app, deps)
  updateAnyCheck(app, deps)
  deleteCheck(app, deps)
  bulkEditChecks(app, deps)
  alertBacktest(app, deps)
  timeToPage(app, deps)

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
  getCheckOverview(app, deps)
  getOverviewOfCheck(app, deps)
  getCheckVerdicts(app, deps)
  listAlertsOfCheck(app, deps)
  listCheckTags(app, deps)

  for (const version of ['v1', 'v2'] as const) {
    triggerCheckSessions(app, deps, version)
    getCheckSession(app, deps, version)
    awaitCheckSession(app, deps, version)
  }
  cancelCheckSession(app, deps)
  startCheckTry(app, deps)
  getCheckTry(app, deps)
  streamEvents(app, deps)

  createCheckTrigger(app, deps)
  getCheckTrigger(app, deps)
  deleteCheckTrigger(app, deps)
  callCheckTrigger(app, deps)
  createGroupTrigger(app, deps)
  getGroupTrigger(app, deps)
  deleteGroupTrigger(app, deps)
  callGroupTrigger(app, deps)

  listDeploymentTriggers(app, deps)
  createDeploymentTrigger(app, deps)
  deleteDeploymentTrigger(app, deps)
  renewWebhookSecret(app, deps)
  listDeployments(app, deps)
  receiveGithubEvent(app, deps)

  getCheckAnalytics(app, deps)
  getHeartbeatAnalytics(app, deps)
  listAnalyticsMetrics(app)
  batchAnalytics(app, deps)
  getReporting(app, deps)

  listIntegrationTokens(app, deps)
  createIntegrationToken(app, deps)
  deleteIntegrationToken(app, deps)
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
  putAlertSettings(app, deps)
  getAccountSettings(app, deps)
  patchAccountSettings(app, deps)
  getTraceExport(app, deps)
  putTraceExport(app, deps)
  deleteTraceExport(app, deps)
  getEntitlements(app, deps)
  exportConfiguration(app, deps)
  importConfiguration(app, deps)
  listMembers(app, deps)
  changeMemberRole(app, deps)
  removeMember(app, deps)
  createInvite(app, deps)
  renewInvite(app, deps)
  deleteInvite(app, deps)
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
  createServiceApiKey(app, deps)
  deleteServiceApiKey(app, deps)

  listVariables(app, deps)
  createVariable(app, deps)
  getVariable(app, deps)
  updateVariable(app, deps)
  deleteVariable(app, deps)

  listSnippets(app, deps)
  createSnippet(app, deps)
  getSnippet(app, deps)
  updateSnippet(app, deps)
  deleteSnippet(app, deps)
  listSecretFindings(app, deps)

  listErrorGroups(app, deps)
  listErrorGroupsOfCheck(app, deps)
  getErrorGroup(app, deps)
  patchErrorGroup(app, deps)

  listClientCertificates(app, deps)
  createClientCertificate(app, deps)
  getClientCertificate(app, deps)
  deleteClientCertificate(app, deps)

  listPrivateLocations(app, deps)
  createPrivateLocation(app, deps)
  getPrivateLocation(app, deps)
  listLocationUsers(app, deps)
  updatePrivateLocation(app, deps)
  deletePrivateLocation(app, deps)
  createPrivateLocationKey(app, deps)
  deletePrivateLocationKey(app, deps)
  privateLocationMetrics(app, deps)

  listServices(app, deps)
  createService(app, deps)
  getService(app, deps)
  updateService(app, deps)
  deleteService(app, deps)

  listIncidents(app, deps)
  createIncident(app, deps)
  getIncident(app, deps)
  updateIncident(app, deps)
  deleteIncident(app, deps)
  listIncidentUpdates(app, deps)
  createIncidentUpdate(app, deps)
  getIncidentUpdate(app, deps)
  changeIncidentUpdate(app, deps)
  deleteIncidentUpdate(app, deps)

  listStatusPages(app, deps)
  createStatusPage(app, deps)
  getStatusPage(app, deps)
  updateStatusPage(app, deps)
  deleteStatusPage(app, deps)
  createPagePassword(app, deps)
  removePagePassword(app, deps)
  listSubscriptions(app, deps)
  createSubscriptions(app, deps)
  deleteSubscription(app, deps)
  unsubscribe(app, deps)
  statusPageRoutes(app, deps, createPublicAnswers({ read: deps.store.read }))

  dashboardRoutes(app, deps)
  createDashboardIncident(app, deps)
  getDashboardIncident(app, deps)
  listDashboardIncidents(app, deps)
  updateDashboardIncident(app, deps)
  deleteDashboardIncident(app, deps)
  createDashboardIncidentUpdate(app, deps)
  changeDashboardIncidentUpdate(app, deps)
  deleteDashboardIncidentUpdate(app, deps)
  getCheckBadge(app, deps)
  getGroupBadge(app, deps)

  listMaintenanceWindows(app, deps)
  createMaintenanceWindow(app, deps)
  getMaintenanceWindow(app, deps)
  updateMaintenanceWindow(app, deps)
  deleteMaintenanceWindow(app, deps)
  listMaintenances(app, deps)
  getMaintenance(app, deps)
  moveMaintenance(app, deps)
  deleteMaintenance(app, deps)
  postMaintenanceUpdate(app, deps)
  editMaintenanceUpdate(app, deps)
  deleteMaintenanceUpdate(app, deps)

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
