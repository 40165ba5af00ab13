import type { IncidentSeverity } from '@sonde/schema/status-page-incident.ts'

/** How a page, a service or a day of a service is. */
export type PageState = 'OPERATIONAL' | 'MAINTENANCE' | IncidentSeverity

const byWeight: readonly PageState[] = ['OPERATIONAL', 'MAINTENANCE', 'MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL']

/** The worst of them; without any, all is well. Incidents outweigh maintenance. */
export function worstOf(states: Iterable<PageState>): PageState {
  let worst: PageState = 'OPERATIONAL'
  for (const state of states) if (byWeight.indexOf(state) > byWeight.indexOf(worst)) worst = state
  return worst
}
