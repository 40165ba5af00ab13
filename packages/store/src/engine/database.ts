import type { CheckStatus } from '@sonde/schema/checks/check-query.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { Generated, Kysely } from 'kysely'
import type { AlertTables } from '../alerts/alert-tables.ts'
import type { AuditTables } from '../audit-log/audit-tables.ts'
import type { BooleanColumn } from './boolean-column.ts'
import type { DashboardTables } from '../dashboards/dashboard-tables.ts'
import type { DeploymentTables } from '../deployments/deployment-tables.ts'
import type { ImportTables } from '../imports/import-tables.ts'
import type { IntegrationTokenTables } from '../accounts/integration-token-tables.ts'
import type { LiveTables } from '../live/live-tables.ts'
import type { MonitorTables } from '../checks/monitor-tables.ts'
import type { OverviewTables } from '../checks/overview-tables.ts'
import type { RunTables } from '../runs/run-tables.ts'
import type { ScriptTables } from '../variables/script-tables.ts'
import type { SignInTables } from '../accounts/sign-in-tables.ts'
import type { StatusPageTables } from '../status-pages/status-page-tables.ts'
import type { TraceTables } from '../traces/trace-tables.ts'

export type KeyKind = 'user' | 'service'
export type LocationKind = 'private' | 'data-center'

/** Every column as the database has it. Times are milliseconds since the epoch, ids lower-case UUIDs. */
export type Database = RunTables &
  AlertTables &
  AuditTables &
  DashboardTables &
  DeploymentTables &
  ImportTables &
  IntegrationTokenTables &
  LiveTables &
  MonitorTables &
  OverviewTables &
  ScriptTables &
  SignInTables &
  TraceTables &
  StatusPageTables & {
    accounts: {
      id: string
      name: string
      runtime_id: string
      settings: string
      alert_settings: string
      created_at: number
      updated_at: number | null
    }
    users: {
      id: string
      name: string | null
      name_folded: string
      email: string
      password_hash: string | null
      created_at: number
      updated_at: number | null
    }
    memberships: {
      account_id: string
      user_id: string
      role: Role
      created_at: number
      updated_at: number | null
    }
    api_keys: {
      id: string
      kind: KeyKind
      user_id: string | null
      account_id: string | null
      role: Role | null
      name: string
      hash: string
      last_four: string
      created_at: number
      last_used_at: number | null
    }
    checks: {
      id: string
      account_id: string
      check_type: CheckType
      name: string
      name_folded: string
      activated: BooleanColumn
      muted: BooleanColumn
      status: CheckStatus | null
      /** Null: not known, because it holds since before this was noted. */
      status_since: number | null
      /** What the check looks at, in the form that is searched; null: not filled in yet. */
      target_folded: string | null
      group_id: number | null
      frequency: number | null
      frequency_offset: number | null
      config: string
      sealed_config: string | null
      created_at: number
      updated_at: number | null
    }
    check_tags: {
      check_id: string
      account_id: string
      tag: string
      check_created_at: number
    }
    installation: {
      key: string
      value: string
    }
    setup_tokens: {
      hash: string
      account_id: string
      user_id: string
      expires_at: number
      used_at: number | null
      created_at: number
    }
    private_locations: {
      id: string
      account_id: string
      name: string
      slug_name: string
      icon: string
      proxy_url_sealed: string | null
      created_at: number
      updated_at: number | null
      unavailable_since: number | null
      assigned_since: number | null
    }
    location_keys: {
      id: string
      kind: LocationKind
      private_location_id: string | null
      data_center: string | null
      hash: string
      last_four: string
      created_at: number
      last_used_at: number | null
    }
    agents: {
      id: string
      location_key_id: string | null
      location: string
      account_id: string | null
      private_location_id: string | null
      version: string
      image_variant: string
      details: string
      registered_at: number
      last_seen_at: number
      /** When it said that it stops; null while it is there, or was lost. */
      left_at: number | null
    }
    queue_samples: {
      private_location_id: string
      minute_at: number
      queued: number
      oldest_seconds: number
      dropped: number
      inflight: Generated<number>
    }
    check_triggers: {
      id: Generated<number>
      check_id: string
      account_id: string
      sealed_token: string
      token_hash: string
      created_at: number
      called_at: number | null
      updated_at: number | null
    }
    check_private_locations: {
      check_id: string
      account_id: string
      private_location_id: string
    }
  }

export type Db = Kysely<Database>
