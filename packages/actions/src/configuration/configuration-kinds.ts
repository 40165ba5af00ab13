import { alertChannelsKind } from './alert-channels-kind.ts'
import { checkGroupsKind } from './check-groups-kind.ts'
import { checksKind } from './checks-kind.ts'
import { clientCertificatesKind } from './client-certificates-kind.ts'
import type { ConfigurationKind } from './configuration-kind.ts'
import { dashboardsKind } from './dashboards-kind.ts'
import { deploymentTriggersKind } from './deployment-triggers-kind.ts'
import { maintenanceWindowsKind } from './maintenance-windows-kind.ts'
import { privateLocationsKind } from './private-locations-kind.ts'
import { snippetsKind } from './snippets-kind.ts'
import { statusPageComponentsKind } from './status-page-components-kind.ts'
import { statusPageFollowsKind } from './status-page-follows-kind.ts'
import { statusPageRulesKind } from './status-page-rules-kind.ts'
import { statusPageServicesKind } from './status-page-services-kind.ts'
import { statusPagesKind } from './status-pages-kind.ts'
import { checkTriggersKind, groupTriggersKind } from './triggers-kind.ts'
import { variablesKind } from './variables-kind.ts'

/** In the order in which they are written: each names only what stands before it. */
export const configurationKinds: readonly ConfigurationKind[] = [
  variablesKind,
  clientCertificatesKind,
  privateLocationsKind,
  snippetsKind,
  alertChannelsKind,
  statusPageServicesKind,
  checkGroupsKind,
  checksKind,
  statusPageFollowsKind,
  checkTriggersKind,
  groupTriggersKind,
  statusPagesKind,
  statusPageComponentsKind,
  statusPageRulesKind,
  maintenanceWindowsKind,
  dashboardsKind,
  deploymentTriggersKind,
]
