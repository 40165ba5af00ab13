import { optionsOf, type MarkWords } from '../../parts/status/mark-words.ts'
import type { ComponentImpact, ComponentStatus } from '../../resources/status-pages/status-page-parts.ts'

const impacts: Readonly<Record<ComponentImpact, MarkWords>> = {
  DEGRADED_PERFORMANCE: { word: 'Degraded', sign: '◆', look: 'bg-warn-wash text-warn' },
  PARTIAL_OUTAGE: { word: 'Partial outage', sign: '▲', look: 'bg-warn-wash text-warn' },
  MAJOR_OUTAGE: { word: 'Major outage', sign: '⬢', look: 'bg-bad-wash text-bad' },
  UNDER_MAINTENANCE: { word: 'Maintenance', sign: '■', look: 'bg-raised text-soft' },
}

const operational: MarkWords = { word: 'Operational', sign: '✓', look: 'bg-good-wash text-good' }

const notMonitored: MarkWords = { word: 'Not monitored', sign: '–', look: 'bg-raised text-soft' }

/** What nothing monitors is not called operational because nobody has said otherwise. */
export function componentStatusWords({
  status,
  monitored,
}: {
  status: ComponentStatus
  monitored: boolean
}): MarkWords {
  if (status !== 'OPERATIONAL') return impacts[status]
  return monitored ? operational : notMonitored
}

/** For a choice in a form. */
export const impactOptions = optionsOf(impacts)
