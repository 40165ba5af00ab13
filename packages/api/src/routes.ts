import { accountRoutes } from './accounts/routes.ts'
import { protocolRoutes } from './agent-protocol/routes.ts'
import { listAgents } from './agents/list-agents.ts'
import { listAlertNotifications } from './alert-notifications/list-alert-notifications.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { checkGroupRoutes } from './check-groups/routes.ts'
import { alertChannelRoutes } from './alert-channels/routes.ts'
import { checkSessionRoutes } from './check-sessions/routes.ts'
import { codeBundleRoutes } from './code-bundles/routes.ts'
import { heartbeatRoutes } from './heartbeats/routes.ts'
import { configurationRoutes } from './configuration/routes.ts'
import { trialRunRoutes } from './trial-runs/routes.ts'
import type { ApiDeps } from './api-deps.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { listAuditLog } from './audit-log/list-audit-log.ts'
import { badgeRoutes } from './badges/routes.ts'
import { listCheckAlerts } from './check-alerts/list-check-alerts.ts'
import { checkChartRoutes } from './check-charts/routes.ts'
import { checkOverviewRoutes } from './check-overview/routes.ts'
import { checkViewRoutes } from './check-views/routes.ts'
import { checkResultRoutes } from './check-results/routes.ts'
import { checkStatusRoutes } from './check-statuses/routes.ts'
import { checkRoutes } from './checks/routes.ts'
import { clientCertificateRoutes } from './client-certificates/routes.ts'
import { dashboardIncidentRoutes } from './dashboard-incidents/routes.ts'
import { dashboardRoutes } from './dashboards/routes.ts'
import { deploymentTriggerRoutes } from './deployment-triggers/routes.ts'
import { getEntitlements } from './entitlements/get-entitlements.ts'
import { errorGroupRoutes } from './error-groups/routes.ts'
import { streamEvents } from './events/stream-events.ts'
import type { App } from './http/app-type.ts'
import type { Windows } from './http/windows.ts'
import { integrationTokenRoutes } from './integration-tokens/routes.ts'
import { inviteRoutes } from './invites/routes.ts'
import { locationKeyRoutes } from './location-keys/routes.ts'
import { listLocations } from './locations/list-locations.ts'
import { maintenanceRoutes } from './maintenance-windows/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { createOidcSignIn } from './oidc/oidc-sign-in.ts'
import { operationRoutes } from './operations/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { privateLocationRoutes } from './private-locations/routes.ts'
import { showPrometheusMetrics } from './prometheus/show-prometheus-metrics.ts'
import { createSignInTries } from './public-access/sign-in-tries.ts'
import { createTryGates } from './public-access/create-try-gates.ts'
import { getReporting } from './reporting/get-reporting.ts'
import { runtimeRoutes } from './runtimes/routes.ts'
import { listSecretFindings } from './secret-scans/list-secret-findings.ts'
import { testSessionRoutes } from './test-sessions/routes.ts'
import { createSignInChallenges } from './second-factor/sign-in-challenge.ts'
import { sessionRoutes } from './session/routes.ts'
import { claimInstallation } from './setup/claim-installation.ts'
import { snippetRoutes } from './snippets/routes.ts'
import { staticIps } from './static-ips/static-ips.ts'
import { publicPageRoutes } from './status-pages/public/page-routes.ts'
import { statusPageRoutes } from './status-pages/routes.ts'
import { traceExportRoutes } from './trace-export/routes.ts'
import { triggerRoutes } from './triggers/routes.ts'
import { getCurrentUser } from './users/get-current-user.ts'
import { variableRoutes } from './variables/routes.ts'
import { createTiming } from '@sonde/analytics/prometheus/histogram.ts'
import { steadyClock } from '@sonde/ground/clock.ts'
import { isPaused } from '@sonde/alerting/maintenance/scope.ts'
import { createPublicAnswers } from '@sonde/status-pages/public-answers.ts'

/** Every route of the API, by resource. */
export function registerRoutes(app: App, deps: ApiDeps & { windows: Windows }): void {
  // One for all that ask for a password: whoever guesses at one form guesses at all.
  const withTries = {
    ...deps,
    tries: createSignInTries(
      createTryGates({ clock: deps.steadyClock ?? steadyClock, keyOwners: deps.keyOwners }),
    ),
    challenges: createSignInChallenges(deps),
    provider: createOidcSignIn(deps),
  }

  checkRoutes(app, deps)

  heartbeatRoutes(app, deps)

  checkGroupRoutes(app, deps)

  checkResultRoutes(app, deps)
  checkStatusRoutes(app, deps)
  checkOverviewRoutes(app, deps)
  checkViewRoutes(app, deps)
  checkChartRoutes(app, deps)

  checkSessionRoutes(app, deps)
  trialRunRoutes(app, deps)
  testSessionRoutes(app, deps)
  codeBundleRoutes(app, deps)
  const liveReads = createTiming([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5])
  streamEvents(app, { ...deps, liveReads })

  triggerRoutes(app, deps)
  deploymentTriggerRoutes(app, deps)

  analyticsRoutes(app, deps)
  getReporting(app, deps)

  integrationTokenRoutes(app, deps)
  showPrometheusMetrics(app, deps)

  alertChannelRoutes(app, deps)
  listAlertNotifications(app, deps)
  listCheckAlerts(app, deps)

  accountRoutes(app, deps)
  traceExportRoutes(app, deps)
  getEntitlements(app, deps)
  configurationRoutes(app, deps)
  memberRoutes(app, deps)
  inviteRoutes(app, deps)
  getCurrentUser(app, deps)
  sessionRoutes(app, withTries)

  listAuditLog(app, deps)

  apiKeyRoutes(app, deps)

  variableRoutes(app, deps)

  snippetRoutes(app, deps)
  listSecretFindings(app, deps)

  errorGroupRoutes(app, deps)

  clientCertificateRoutes(app, deps)

  privateLocationRoutes(app, deps)
  projectRoutes(app, deps)

  statusPageRoutes(app, deps)
  publicPageRoutes(
    app,
    withTries,
    createPublicAnswers({
      read: deps.store.read,
      // A silence holds alerts back, and nothing that people outside see.
      coversCheck: isPaused,
    }),
  )

  dashboardRoutes(app, withTries)
  dashboardIncidentRoutes(app, deps)
  badgeRoutes(app, deps)

  maintenanceRoutes(app, deps)

  listLocations(app, deps)
  listAgents(app, deps)
  locationKeyRoutes(app, deps)
  runtimeRoutes(app)
  staticIps(app, deps)

  protocolRoutes(app, deps)
  claimInstallation(app, withTries)
  operationRoutes(app, { ...deps, liveReads })
}
