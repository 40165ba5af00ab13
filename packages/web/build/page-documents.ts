import { BadgeQuery } from '@sonde/schema/checks/badge.ts'
import {
  DashboardIncidentChange,
  DashboardIncidentCreate,
  DashboardIncidentUpdateChange,
  DashboardIncidentUpdateCreate,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import { DashboardCreate } from '@sonde/schema/status-pages/dashboard.ts'
import {
  IncidentCreate,
  IncidentReplace,
  IncidentUpdateChange,
  IncidentUpdateCreate,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import { StatusPageAutomationRuleWrite } from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { StatusPageComponentWrite } from '@sonde/schema/status-pages/status-page-component.ts'
import { StatusPageServiceWrite } from '@sonde/schema/status-pages/status-page-service.ts'
import { SubscriptionsBulkCreate } from '@sonde/schema/status-pages/status-page-subscription.ts'
import { StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import type { TSchema } from 'typebox'

/** Of the forms around what the public sees: status pages, dashboards, badges. */
export const pageDocuments: Readonly<Record<string, TSchema>> = {
  BADGE: BadgeQuery,
  DASHBOARD: DashboardCreate,
  DASHBOARD_INCIDENT: DashboardIncidentCreate,
  DASHBOARD_INCIDENT_CHANGE: DashboardIncidentChange,
  DASHBOARD_INCIDENT_UPDATE: DashboardIncidentUpdateCreate,
  DASHBOARD_INCIDENT_UPDATE_CHANGE: DashboardIncidentUpdateChange,
  INCIDENT: IncidentCreate,
  INCIDENT_CHANGE: IncidentReplace,
  INCIDENT_UPDATE: IncidentUpdateCreate,
  INCIDENT_UPDATE_CHANGE: IncidentUpdateChange,
  STATUS_PAGE: StatusPageWrite,
  STATUS_PAGE_AUTOMATION_RULE: StatusPageAutomationRuleWrite,
  STATUS_PAGE_COMPONENT: StatusPageComponentWrite,
  STATUS_PAGE_SERVICE: StatusPageServiceWrite,
  STATUS_PAGE_SUBSCRIPTIONS: SubscriptionsBulkCreate,
}
