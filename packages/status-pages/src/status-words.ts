import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { PageState } from './page-state.ts'

export const severityWords: Readonly<Record<IncidentSeverity, string>> = {
  CRITICAL: 'Critical',
  MAJOR: 'Major',
  MEDIUM: 'Medium',
  MINOR: 'Minor',
}

export const statusWords: Readonly<Record<IncidentStatus | MaintenanceStatus, string>> = {
  INVESTIGATING: 'Investigating',
  IDENTIFIED: 'Identified',
  MONITORING: 'Monitoring',
  RESOLVED: 'Resolved',
  SCHEDULED: 'Scheduled',
  IN_PROGRESS: 'In progress',
  VERIFYING: 'Verifying',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

/** Of a service. */
export const stateWords: Readonly<Record<PageState, string>> = {
  NOT_MONITORED: 'Not monitored',
  NO_DATA: 'No data',
  OPERATIONAL: 'Operational',
  MAINTENANCE: 'Maintenance',
  MINOR: 'Minor incident',
  MEDIUM: 'Medium incident',
  MAJOR: 'Major incident',
  CRITICAL: 'Critical incident',
}

/** Of a service whose checks say so. */
export const automaticWords: Readonly<Record<PageState, string>> = {
  ...stateWords,
  MINOR: 'Degraded',
  MEDIUM: 'Partial outage',
  MAJOR: 'Major outage',
}

/** Of the page as a whole. */
export const pageStateWords: Readonly<Record<PageState, string>> = {
  ...stateWords,
  NOT_MONITORED: 'No open incidents',
  NO_DATA: 'No data available',
  OPERATIONAL: 'All services are operational',
  MAINTENANCE: 'Maintenance in progress',
  MINOR: 'Minor incident in progress',
  MEDIUM: 'Medium incident in progress',
  MAJOR: 'Major incident in progress',
  CRITICAL: 'Critical incident in progress',
}
