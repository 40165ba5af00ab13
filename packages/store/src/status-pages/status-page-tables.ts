import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { SubscriberStatus } from '@sonde/schema/status-pages/status-page-subscription.ts'
import type { BooleanColumn } from '../engine/boolean-column.ts'

export type StatusPageTables = {
  status_page_services: {
    id: string
    account_id: string
    name: string
    created_at: number
    updated_at: number | null
  }
  service_follows: {
    service_id: string
    account_id: string
    /** JSON: a list of texts. */
    tags: string
    delay_minutes: number
  }
  service_follow_checks: { service_id: string; check_id: string; position: number }
  status_pages: {
    id: string
    account_id: string
    name: string
    url: string
    /** Another page may claim the same one. */
    domain: string | null
    /** The same once it was proven: no other page has it. */
    verified_domain: string | null
    domain_verified_at: number | null
    domain_checked_at: number | null
    /** Since when the proof is gone; null while it is there. Somebody else may prove the domain then. */
    domain_lost_at: number | null
    domain_problem: string | null
    config: string
    version: number
    created_at: number
    updated_at: number | null
  }
  status_page_passwords: {
    page_id: string
    /** Another one for every password: sessions are bound to it. */
    id: string
    hash: string
    last_four: string
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
    /** Of the token in the mail that asks for a confirmation; null when none was sent. */
    confirm_hash: string | null
    /** Until when that token is good. */
    confirm_until: number | null
    confirm_sent_at: number | null
    created_at: number
    updated_at: number | null
  }
}
