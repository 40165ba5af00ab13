import { incidentStatusWords } from '../../parts/status/incident-status-words.ts'
import { optionsOf, type MarkWords } from '../../parts/status/mark-words.ts'
import type {
  IncidentSeverity,
  IncidentStatus,
  ListedIncident,
} from '../../resources/status-pages/status-page-incidents.ts'

/** The worst first. */
const severities: Readonly<Record<IncidentSeverity, MarkWords>> = {
  CRITICAL: { word: 'Critical', sign: '✕', look: 'bg-bad-wash text-bad' },
  MAJOR: { word: 'Major', sign: '⬢', look: 'bg-bad-wash text-bad' },
  MEDIUM: { word: 'Medium', sign: '▲', look: 'bg-warn-wash text-warn' },
  MINOR: { word: 'Minor', sign: '◆', look: 'bg-warn-wash text-warn' },
}

export function severityWords(severity: IncidentSeverity): MarkWords {
  return severities[severity]
}

export function statusWords(status: IncidentStatus): MarkWords {
  return incidentStatusWords[status]
}

/** For a choice in a form. */
export const severityOptions = optionsOf(severities)
export const statusOptions = optionsOf(incidentStatusWords)

export function isOpen({ duration }: Pick<ListedIncident, 'duration'>): boolean {
  return duration === null
}

const worstFirst: readonly IncidentSeverity[] = ['CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR']

/** What the open incidents of a page say together; null without any. */
export function worstOf(incidents: readonly ListedIncident[]): {
  severity: IncidentSeverity
  count: number
} | null {
  const open = incidents.filter(isOpen)
  const severity = worstFirst.find((one) => open.some((incident) => incident.severity === one))
  return severity === undefined ? null : { severity, count: open.length }
}
