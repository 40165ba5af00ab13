import { alertChannelsKind } from './kinds/alert-channels-kind.ts'
import { checkGroupsKind } from './kinds/check-groups-kind.ts'
import { checksKind } from './kinds/checks-kind.ts'
import { clientCertificatesKind } from './kinds/client-certificates-kind.ts'
import type { ConfigurationKind } from './configuration-kind.ts'
import { dashboardsKind } from './kinds/dashboards-kind.ts'
import { deploymentTriggersKind } from './kinds/deployment-triggers-kind.ts'
import { maintenanceWindowsKind } from './kinds/maintenance-windows-kind.ts'
import { privateLocationsKind } from './kinds/private-locations-kind.ts'
import { snippetsKind } from './kinds/snippets-kind.ts'
import { statusPageComponentsKind } from './kinds/status-page-components-kind.ts'
import { statusPageFollowsKind } from './kinds/status-page-follows-kind.ts'
import { statusPageRulesKind } from './kinds/status-page-rules-kind.ts'
import { statusPageServicesKind } from './kinds/status-page-services-kind.ts'
import { statusPagesKind } from './kinds/status-pages-kind.ts'
import { checkTriggersKind, groupTriggersKind } from './kinds/triggers-kind.ts'
import { variablesKind } from './kinds/variables-kind.ts'

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
