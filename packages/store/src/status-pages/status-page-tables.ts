import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { ComponentImpact, ComponentType } from '@sonde/schema/status-pages/status-page-component.ts'
import type { PageLayout } from '@sonde/schema/status-pages/status-page.ts'
import type { SubscriberStatus } from '@sonde/schema/status-pages/status-page-subscription.ts'
import type { BooleanColumn } from '../engine/boolean-column.ts'

export type StatusPageTables = {
  status_page_services: {
    id: string
    account_id: string
    name: string
    created_at: number
    updated_at: number | null
    /** Of a component: the page that it belongs to. Null for a service, which cards of any page show. */
    page_id: string | null
  }
  status_page_components: {
    id: string
    page_id: string
    parent_id: string | null
    type: ComponentType
    description: string | null
    hidden: BooleanColumn
    display_order: number
    config: string
  }
  status_page_rules: {
    id: string
    account_id: string
    page_id: string
    name: string
    enabled: BooleanColumn
    first_update: string
    last_update: string
    notify_subscribers: BooleanColumn
    /** JSON: a list of texts. */
    tags: string
    cool_down_minutes: number
    /** The incident of the outage that goes on, also when a person has resolved it meanwhile. */
    incident_id: string | null
    opened_at: number | null
    /** Since when no check of the rule fails while a person keeps its incident open. */
    recovered_at: number | null
    created_at: number
    updated_at: number | null
  }
  status_page_rule_components: {
    rule_id: string
    component_id: string
    impact: ComponentImpact
    position: number
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
    layout: PageLayout
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
    /** The automation rule that opened it. */
    rule_id: string | null
    /** Whether a person has changed it or posted an update. */
    is_edited: BooleanColumn
    /** JSON: the update that its rule would have posted, had nobody edited it. */
    draft: string | null
  }
  incident_services: {
    incident_id: string
    service_id: string
    /** As it was when the service was deleted, if it was. */
    name: string
    service_created_at: number
    position: number
    /** Of a component. */
    impact: ComponentImpact | null
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
