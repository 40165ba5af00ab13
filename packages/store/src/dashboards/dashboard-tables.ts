import type {
  DashboardIncidentStatus,
  IncidentImpact,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import type { Generated } from 'kysely'

export type DashboardTables = {
  dashboards: {
    id: Generated<number>
    account_id: string
    /** Short and random: by which paths name it. */
    dashboard_id: string
    custom_url: string
    custom_domain: string | null
    config: string
    /** Of the password of a private dashboard; all null for a public one. */
    key_id: string | null
    key_hash: string | null
    key_last_four: string | null
    key_created_at: number | null
    created_at: number
    updated_at: number | null
  }
  dashboard_incidents: {
    id: string
    account_id: string
    dashboard_id: number
    name: string
    impact: IncidentImpact
    started_at: number | null
    stopped_at: number | null
    created_at: number
    updated_at: number | null
  }
  dashboard_incident_updates: {
    id: string
    incident_id: string
    status: DashboardIncidentStatus
    description: string
    created_at: number
    updated_at: number | null
  }
}
