import type { MarkWords } from './mark-words.ts'

/** The steps of an incident, on a status page as on a dashboard. */
export const incidentStatusWords = {
  INVESTIGATING: { word: 'Investigating', sign: '?', look: 'bg-bad-wash text-bad' },
  IDENTIFIED: { word: 'Identified', sign: '!', look: 'bg-warn-wash text-warn' },
  MONITORING: { word: 'Monitoring', sign: '◔', look: 'bg-accent-wash text-accent' },
  RESOLVED: { word: 'Resolved', sign: '✓', look: 'bg-good-wash text-good' },
} as const satisfies Readonly<Record<string, MarkWords>>
