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
    severity: string
    /** The check whose alert opened it; null when a person did. */
    check_id: string | null
    /** JSON: pages that do not show it. */
    excluded_pages: string
    created_at: number
    updated_at: number | null
  }
  incident_services: { incident_id: string; service_id: string; name: string; position: number }
  incident_updates: {
    id: string
    incident_id: string
    status: string
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
    status: string
    created_at: number
    updated_at: number | null
  }
}
