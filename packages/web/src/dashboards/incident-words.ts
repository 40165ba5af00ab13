import type {
  DashboardIncidentStatus,
  IncidentImpact,
} from '@sonde/schema/status-pages/dashboard-incident.ts'
import type { DashboardIncident } from '../resources/dashboard-incidents.ts'

type Words = { word: string; sign: string; look: string }

const impacts: Readonly<Record<IncidentImpact, Words>> = {
  MAJOR: { word: 'Major', sign: '⬢', look: 'bg-bad-wash text-bad' },
  MINOR: { word: 'Minor', sign: '◆', look: 'bg-warn-wash text-warn' },
  MAINTENANCE: { word: 'Maintenance', sign: '◷', look: 'bg-accent-wash text-accent' },
}

const statuses: Readonly<Record<DashboardIncidentStatus, Words>> = {
  INVESTIGATING: { word: 'Investigating', sign: '?', look: 'bg-bad-wash text-bad' },
  IDENTIFIED: { word: 'Identified', sign: '!', look: 'bg-warn-wash text-warn' },
  MONITORING: { word: 'Monitoring', sign: '◔', look: 'bg-accent-wash text-accent' },
  RESOLVED: { word: 'Resolved', sign: '✓', look: 'bg-good-wash text-good' },
  MAINTENANCE: { word: 'Maintenance', sign: '◷', look: 'bg-accent-wash text-accent' },
}

export function impactWords(impact: IncidentImpact): Words {
  return impacts[impact]
}

export function statusWords(status: DashboardIncidentStatus): Words {
  return statuses[status]
}

/** For a choice in a form. */
export const impactOptions = wordsOf(impacts)
export const statusOptions = wordsOf(statuses)

function wordsOf(words: Readonly<Record<string, Words>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(words).map(([name, { word }]) => [name, word]))
}

/** Over when its last update says so or its end has passed; planned while its beginning is to come. */
export function stateOf(
  { startedAt, stoppedAt, incidentUpdates: [latest] }: DashboardIncident,
  now: number,
): 'planned' | 'open' | 'over' {
  if (latest?.status === 'RESOLVED') return 'over'
  if (stoppedAt !== null && Date.parse(stoppedAt) <= now) return 'over'
  return startedAt !== null && Date.parse(startedAt) > now ? 'planned' : 'open'
}
