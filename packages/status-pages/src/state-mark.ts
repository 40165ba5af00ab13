import type { PageState } from './page-state.ts'

const classes: Readonly<Record<PageState, string>> = {
  NOT_MONITORED: 'nd',
  NO_DATA: 'nd',
  OPERATIONAL: 'op',
  MAINTENANCE: 'mai',
  MINOR: 'mi',
  MEDIUM: 'me',
  MAJOR: 'maj',
  CRITICAL: 'cr',
}

/** The style class of a state, short because a page has it many times. */
export function classOf(state: PageState): string {
  return classes[state]
}

/** The drawing of a state; what it means is written beside it. */
export function iconHtml(state: PageState): string {
  const name = classes[state]
  return `<svg class="i ${name}" aria-hidden=true><use href="#i-${name}"/></svg>`
}
