import type { IncidentSeverity } from '@sonde/schema/status-pages/status-page-incident.ts'

/** How a page, a service or a day of a service is. */
export type PageState = 'OPERATIONAL' | 'MAINTENANCE' | IncidentSeverity

const weights: Readonly<Record<PageState, number>> = {
  OPERATIONAL: 0,
  MAINTENANCE: 1,
  MINOR: 2,
  MEDIUM: 3,
  MAJOR: 4,
  CRITICAL: 5,
}

/** For sorting, the best first. */
export function byWeight(a: PageState, b: PageState): number {
  return weights[a] - weights[b]
}

/** The worst of them; without any, all is well. Incidents outweigh maintenance. */
export function worstOf(states: Iterable<PageState>): PageState {
  let worst: PageState = 'OPERATIONAL'
  for (const state of states) if (weights[state] > weights[worst]) worst = state
  return worst
}
