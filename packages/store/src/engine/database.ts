import type { Kysely } from 'kysely'
import type { AccountTables } from '../accounts/account-tables.ts'
import type { AlertTables } from '../alerts/alert-tables.ts'
import type { ArtifactTables } from '../artifacts/artifact-tables.ts'
import type { AuditTables } from '../audit-log/audit-tables.ts'
import type { CheckTables } from '../checks/check-tables.ts'
import type { ClusterTables } from '../cluster/cluster-tables.ts'
import type { CounterTables } from './counter-tables.ts'
import type { DashboardTables } from '../dashboards/dashboard-tables.ts'
import type { DeploymentTables } from '../deployments/deployment-tables.ts'
import type { ProjectTables } from '../projects/project-tables.ts'
import type { GroupTables } from '../checks/group-tables.ts'
import type { HeartbeatTables } from '../heartbeats/heartbeat-tables.ts'
import type { ImportTables } from '../imports/import-tables.ts'
import type { InstallationTables } from '../installation/installation-tables.ts'
import type { IntegrationTokenTables } from '../accounts/integration-token-tables.ts'
import type { LiveTables } from '../live/live-tables.ts'
import type { LocationTables } from '../locations/location-tables.ts'
import type { MaintenanceTables } from '../maintenance/maintenance-tables.ts'
import type { NotificationTables } from '../notifications/notification-tables.ts'
import type { OverviewTables } from '../checks/overview-tables.ts'
import type { ReferenceTables } from '../result-details/reference-tables.ts'
import type { ResultTables } from '../results/result-tables.ts'
import type { RollupTables } from '../rollups/rollup-tables.ts'
import type { RunTables } from '../runs/run-tables.ts'
import type { SignInTables } from '../accounts/sign-in-tables.ts'
import type { StatusPageTables } from '../status-pages/status-page-tables.ts'
import type { TestSessionTables } from '../test-sessions/test-session-tables.ts'
import type { TraceTables } from '../traces/trace-tables.ts'
import type { VariableTables } from '../variables/variable-tables.ts'

/** Every column as the database has it. Times are milliseconds since the epoch, ids lower-case UUIDs. */
export type Database = AccountTables &
  AlertTables &
  ArtifactTables &
  AuditTables &
  CheckTables &
  ClusterTables &
  CounterTables &
  DashboardTables &
  DeploymentTables &
  ProjectTables &
  GroupTables &
  HeartbeatTables &
  ImportTables &
  InstallationTables &
  IntegrationTokenTables &
  LiveTables &
  LocationTables &
  MaintenanceTables &
  NotificationTables &
  OverviewTables &
  ReferenceTables &
  ResultTables &
  RollupTables &
  RunTables &
  SignInTables &
  StatusPageTables &
  TestSessionTables &
  TraceTables &
  VariableTables

export type Db = Kysely<Database>
