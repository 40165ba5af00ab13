import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { Filled } from '../filled-service.ts'

/** What stands for the parameters of an address; none, when the address has no others than its account. */
export type Params = Readonly<Record<string, string>>

/** Paths below the account, each with what it is to show, in several forms where it has them. */
type Screens = Readonly<Record<string, readonly Params[]>>

const plain: readonly Params[] = [{}]

/** Every screen of an account, in groups of about as many: of each some are visited by every run. */
export const screenGroups = {
  checks({ checks, results, ...filled }: Filled): Screens {
    const group = [{ groupId: filled.groupId }]
    const someChecks = [checks.icmp, checks.failing, checks.heartbeat].map((checkId) => ({ checkId }))
    const eachCheck = [checks.icmp, checks.browser, ...Object.values(checks)].map((checkId) => ({ checkId }))
    return {
      '/check-sessions/$sessionId': [{ sessionId: filled.sessionId }],
      '/checks': plain,
      '/checks/$checkId': eachCheck,
      '/checks/$checkId/alerts': someChecks,
      '/checks/$checkId/code': someChecks,
      '/checks/$checkId/duplicate': someChecks.slice(0, 1),
      '/checks/$checkId/edit': someChecks.slice(0, 1),
      '/checks/$checkId/results': someChecks,
      '/checks/$checkId/results/$resultId': Object.entries(results).map(([name, resultId]) => ({
        checkId: new Map(Object.entries(checks)).get(name) ?? '',
        resultId,
      })),
      '/checks/new': plain,
      '/checks/new/$checkType': checkKinds.map(({ checkType }) => ({ checkType: checkType.toLowerCase() })),
      '/groups': plain,
      '/groups/$groupId': group,
      '/groups/$groupId/edit': group,
      '/groups/new': plain,
      '/test-sessions': plain,
      '/test-sessions/$testSessionId': [{ testSessionId: filled.testSession.id }],
      '/test-sessions/$testSessionId/results/$resultId': [
        { testSessionId: filled.testSession.id, resultId: filled.testSession.resultId },
      ],
    }
  },

  account({ channels, ...filled }: Filled): Screens {
    return {
      '/alert-channels': plain,
      '/alert-channels/new': plain,
      '/alert-channels/$channelId': [...Object.values(channels.byType), String(channels.unheard)].map(
        (channelId) => ({ channelId }),
      ),
      '/alert-settings': plain,
      '/alerts': plain,
      '/alerts/deliveries': plain,
      '/settings': plain,
      '/settings/accounts': plain,
      '/settings/audit': plain,
      '/settings/certificates': plain,
      '/settings/deployments': plain,
      '/settings/export': plain,
      '/settings/keys': plain,
      '/settings/members': plain,
      '/settings/profile': plain,
      '/settings/projects': plain,
      '/settings/projects/$logicalId': [{ logicalId: filled.projectId }],
      '/settings/secret-scan': plain,
      '/settings/security': plain,
      '/settings/snippets': plain,
      '/settings/traces': plain,
      '/settings/uptime-kuma': plain,
      '/settings/variables': plain,
    }
  },

  /** What others are shown, and where and when it is measured. */
  public(filled: Filled): Screens {
    const window = { windowId: filled.windowId }
    const page = { pageId: filled.pageId }
    const dashboard = { dashboardId: filled.dashboardId }
    return {
      '/dashboards': plain,
      '/dashboards/$dashboardId': [dashboard],
      '/dashboards/$dashboardId/incidents': [dashboard],
      '/dashboards/$dashboardId/incidents/$incidentId': [
        { ...dashboard, incidentId: filled.dashboardIncidentId },
      ],
      '/dashboards/badges': plain,
      '/dashboards/new': plain,
      '/locations': plain,
      '/locations/agents': plain,
      '/locations/data-centers': plain,
      '/locations/data-centers/$code': [{ code: 'eu-west-1' }],
      '/locations/private/$locationId': [{ locationId: filled.locationId }],
      '/locations/private/new': plain,
      '/maintenance': plain,
      '/maintenance/windows': plain,
      '/maintenance/windows/$windowId': [window],
      '/maintenance/windows/$windowId/edit': [window],
      '/maintenance/windows/$windowId/occurrences/$maintenanceId': [
        { ...window, maintenanceId: filled.maintenanceId },
      ],
      '/maintenance/windows/new': plain,
      '/status-pages': plain,
      '/status-pages/$pageId': [page],
      '/status-pages/$pageId/components': [{ pageId: filled.componentPageId }],
      '/status-pages/$pageId/subscriptions': [page],
      '/status-pages/incidents': plain,
      '/status-pages/incidents/$incidentId': [{ incidentId: filled.incidentId }],
      '/status-pages/incidents/new': plain,
      '/status-pages/new': plain,
      '/status-pages/services': plain,
    }
  },
}
