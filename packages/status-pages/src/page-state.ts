import type { IncidentSeverity } from '@sonde/schema/status-pages/status-page-incident.ts'

/** How a page, a service or a day of a service is. Nobody knows of the first two, and they outweigh nothing. */
export type PageState = 'NOT_MONITORED' | 'NO_DATA' | 'OPERATIONAL' | 'MAINTENANCE' | IncidentSeverity

const weights: Readonly<Record<PageState, number>> = {
  NOT_MONITORED: -2,
  NO_DATA: -1,
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

/** Whether it is that of an incident. */
export function isSeverity(state: PageState): state is IncidentSeverity {
  return weights[state] > weights.MAINTENANCE
}

/** Whether something is known to be wrong with it, or is being done to it. */
export function isAffected(state: PageState): boolean {
  return weights[state] > weights.OPERATIONAL
}

export function isKnown(state: PageState): boolean {
  return weights[state] >= weights.OPERATIONAL
}

/** The worst of them, and nothing better than `best`. Incidents outweigh maintenance. */
export function worstOf(states: Iterable<PageState>, best: PageState = 'OPERATIONAL'): PageState {
  let worst = best
  for (const state of states) if (weights[state] > weights[worst]) worst = state
  return worst
}
