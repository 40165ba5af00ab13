import type {
  DashboardIncidentStatus,
  IncidentImpact,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import { incidentStatusWords } from '../parts/status/incident-status-words.ts'
import { optionsOf, type MarkWords } from '../parts/status/mark-words.ts'
import type { DashboardIncident } from '../resources/status-pages/dashboard-incidents.ts'

const impacts: Readonly<Record<IncidentImpact, MarkWords>> = {
  MAJOR: { word: 'Major', sign: '⬢', look: 'bg-bad-wash text-bad' },
  MINOR: { word: 'Minor', sign: '◆', look: 'bg-warn-wash text-warn' },
  MAINTENANCE: { word: 'Maintenance', sign: '◷', look: 'bg-accent-wash text-accent' },
}

const statuses: Readonly<Record<DashboardIncidentStatus, MarkWords>> = {
  ...incidentStatusWords,
  MAINTENANCE: { word: 'Maintenance', sign: '◷', look: 'bg-accent-wash text-accent' },
}

export function impactWords(impact: IncidentImpact): MarkWords {
  return impacts[impact]
}

export function statusWords(status: DashboardIncidentStatus): MarkWords {
  return statuses[status]
}

/** For a choice in a form. */
export const impactOptions = optionsOf(impacts)
export const statusOptions = optionsOf(statuses)

/** Over when its last update says so or its end has passed; planned while its beginning is to come. */
export function stateOf(
  { startedAt, stoppedAt, incidentUpdates: [latest] }: DashboardIncident,
  now: number,
): 'planned' | 'open' | 'over' {
  if (latest?.status === 'RESOLVED') return 'over'
  if (stoppedAt !== null && Date.parse(stoppedAt) <= now) return 'over'
  return startedAt !== null && Date.parse(startedAt) > now ? 'planned' : 'open'
}
