import type {
  IncidentSeverity,
  IncidentStatus,
  ListedIncident,
} from '../../resources/status-page-incidents.ts'

type Words = { word: string; sign: string; look: string }

/** The worst first. */
const severities: Readonly<Record<IncidentSeverity, Words>> = {
  CRITICAL: { word: 'Critical', sign: '✕', look: 'bg-bad-wash text-bad' },
  MAJOR: { word: 'Major', sign: '⬢', look: 'bg-bad-wash text-bad' },
  MEDIUM: { word: 'Medium', sign: '▲', look: 'bg-warn-wash text-warn' },
  MINOR: { word: 'Minor', sign: '◆', look: 'bg-warn-wash text-warn' },
}

const statuses: Readonly<Record<IncidentStatus, Words>> = {
  INVESTIGATING: { word: 'Investigating', sign: '?', look: 'bg-bad-wash text-bad' },
  IDENTIFIED: { word: 'Identified', sign: '!', look: 'bg-warn-wash text-warn' },
  MONITORING: { word: 'Monitoring', sign: '◔', look: 'bg-accent-wash text-accent' },
  RESOLVED: { word: 'Resolved', sign: '✓', look: 'bg-good-wash text-good' },
}

export function severityWords(severity: IncidentSeverity): Words {
  return severities[severity]
}

export function statusWords(status: IncidentStatus): Words {
  return statuses[status]
}

/** For a choice in a form. */
export const severityOptions = wordsOf(severities)
export const statusOptions = wordsOf(statuses)

function wordsOf(words: Readonly<Record<string, Words>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(words).map(([name, { word }]) => [name, word]))
}

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
