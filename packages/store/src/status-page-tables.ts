import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-page-incident.ts'
import type { SubscriberStatus } from '@sonde/schema/status-page-subscription.ts'
import type { BooleanColumn } from './boolean-column.ts'

export type StatusPageTables = {
  status_page_services: {
    id: string
    account_id: string
    name: string
    created_at: number
    updated_at: number | null
  }
  status_pages: {
    id: string
    account_id: string
    name: string
    url: string
    custom_domain: string | null
    config: string
    version: number
    created_at: number
    updated_at: number | null
  }
  status_page_cards: {
    id: string
    page_id: string
    position: number
    name: string
    created_at: number
    updated_at: number | null
  }
  status_page_card_services: { card_id: string; service_id: string; position: number }
  status_page_incidents: {
    id: string
    account_id: string
    name: string
    severity: IncidentSeverity
    /** The check whose alert opened it; null when a person did. */
    check_id: string | null
    /** JSON: pages that do not show it. */
    excluded_pages: string
    /** The status of the update with the latest public date. */
    last_status: IncidentStatus
    started_at: number
    /** Null while it goes on. */
    ended_at: number | null
    created_at: number
    updated_at: number | null
  }
  incident_services: {
    incident_id: string
    service_id: string
    /** As it was when the service was deleted, if it was. */
    name: string
    service_created_at: number
    position: number
  }
  incident_updates: {
    id: string
    incident_id: string
    status: IncidentStatus
    description: string
    public_at: number
    notify_subscribers: BooleanColumn
    created_at: number
    updated_at: number | null
  }
  status_page_subscribers: {
    id: string
    page_id: string
    address: string
    status: SubscriberStatus
    /** Random; whoever knows it may end the subscription. */
    token: string
    created_at: number
    updated_at: number | null
  }
}
