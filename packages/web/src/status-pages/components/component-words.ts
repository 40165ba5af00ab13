import { optionsOf, type MarkWords } from '../../parts/mark-words.ts'
import type { ComponentImpact, ComponentStatus } from '../../resources/status-page-parts.ts'

const impacts: Readonly<Record<ComponentImpact, MarkWords>> = {
  DEGRADED_PERFORMANCE: { word: 'Degraded', sign: '◆', look: 'bg-warn-wash text-warn' },
  PARTIAL_OUTAGE: { word: 'Partial outage', sign: '▲', look: 'bg-warn-wash text-warn' },
  MAJOR_OUTAGE: { word: 'Major outage', sign: '⬢', look: 'bg-bad-wash text-bad' },
  UNDER_MAINTENANCE: { word: 'Maintenance', sign: '■', look: 'bg-raised text-soft' },
}

const operational: MarkWords = { word: 'Operational', sign: '✓', look: 'bg-good-wash text-good' }

export function componentStatusWords(status: ComponentStatus): MarkWords {
  return status === 'OPERATIONAL' ? operational : impacts[status]
}

/** For a choice in a form. */
export const impactOptions = optionsOf(impacts)
