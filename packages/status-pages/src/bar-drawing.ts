import { showDay } from '@sonde/ground/shown-time.ts'
import { isAffected, type PageState } from './page-state.ts'
import { classOf } from './state-mark.ts'
import { automaticWords, severityWords } from './status-words.ts'

/** All stand on one line. An incident stands out by its length too, for those who cannot tell the colours apart. */
const heights: Readonly<Record<PageState, number>> = {
  NOT_MONITORED: 22,
  NO_DATA: 22,
  OPERATIONAL: 22,
  MAINTENANCE: 24,
  MINOR: 26,
  MEDIUM: 28,
  MAJOR: 30,
  CRITICAL: 32,
}
const tallest = 32

function middleOf(state: PageState): number {
  return tallest - heights[state] / 2
}

/** In the style of the page, and not at each line. */
export const barRules = (
  ['NO_DATA', 'OPERATIONAL', 'MAINTENANCE', 'MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'] as const
)
  .map((state) => `.l.${classOf(state)}{stroke-width:${heights[state]}}`)
  .join('')

/** Of bars of the same length, the state of most days is one line below all others. */
type BaseState = 'NO_DATA' | 'OPERATIONAL'
const bases: readonly BaseState[] = ['NO_DATA', 'OPERATIONAL']

/**
 * One drawing for the days of a service. What it says is said in words by `wordsOfBars`. Days that follow each other and are
 * alike are one dashed line, as thick as the bars are long: drawn one by one, they would be most of the page.
 */
export function barsHtml(days: readonly PageState[]): string {
  const base =
    days.filter((state) => state === 'OPERATIONAL').length * 2 >= days.length ? 'OPERATIONAL' : 'NO_DATA'
  const lines = new Map<PageState, string>()
  for (let day = 0; day < days.length;) {
    const state = days[day] ?? 'NO_DATA'
    let end = day + 1
    while (days[end] === state) end += 1
    if (state !== base) {
      lines.set(state, `${lines.get(state) ?? ''}M${day} ${middleOf(state)}h${end - day}`)
    }
    day = end
  }
  const paths = [...lines].map(([state, line]) => `<path class="l ${classOf(state)}" d="${line}"/>`)
  return `<svg class=b viewBox="0 0 ${days.length} ${tallest}" preserveAspectRatio=none aria-hidden=true><use href="#b-${classOf(base)}"/>${paths.join('')}</svg>`
}

/**
 * What `barsHtml` refers to: the lowest line of each drawing, and a link for each bar, both once for all services, for the
 * same reason. The links are for the pointer (browsers would stop at each of them in each drawing); words below the bars have one to the latest day that matters.
 */
export function barSymbols(dayStarts: readonly number[]): string {
  const links = dayStarts.map(
    (start, index) =>
      `<a href="${dayQuery(start)}" tabindex=-1><rect x=${index}><title>${showDay(start)}</title></rect></a>`,
  )
  const lowest = bases.map((state) => {
    const line = `<path class="l ${classOf(state)}" d="M0 ${middleOf(state)}h${dayStarts.length}"/>`
    return `<g id="b-${classOf(state)}">${line}<use href="#days"/></g>`
  })
  return `<defs><g id="days">${links.join('')}</g>${lowest.join('')}</defs>`
}

/** The address of a day, from the page itself: as short as can be, since there are many. */
export function dayQuery(dayStart: number): string {
  return `?day=${new Date(dayStart).toISOString().slice(0, 10)}`
}

const mostSpans = 3

/**
 * `incidents on 3 Nov (major), 5–6 Nov (minor) and 4 more days`; maintenance likewise. The latest first. What checks
 * have seen is no incident: `failures on 3 Nov (major outage); degraded on 4 Nov`. The latest day may be `linked`.
 */
export function wordsOfBars(
  days: readonly PageState[],
  dayStarts: readonly number[],
  {
    isMeasured = false,
    linked = (_, text) => text,
  }: { isMeasured?: boolean; linked?: (dayStart: number, text: string) => string } = {},
): string {
  const spans: { state: PageState; first: number; last: number }[] = []
  for (const [day, state] of days.entries()) {
    if (!isAffected(state)) continue
    const before = spans.at(-1)
    if (before !== undefined && before.state === state && before.last === day - 1) before.last = day
    else spans.push({ state, first: day, last: day })
  }
  const at = (day: number) => showDay(dayStarts[day] ?? 0)
  const describe = (kind: string, selection: typeof spans, nameOf: (state: PageState) => string) => {
    if (selection.length === 0) return []
    const latest = selection.toReversed()
    const parts = latest.slice(0, mostSpans).map(({ state, first, last }, index) => {
      const end = index === 0 ? linked(dayStarts[last] ?? 0, at(last)) : at(last)
      return `${first === last ? end : `${at(first)} to ${end}`}${nameOf(state)}`
    })
    const rest = latest.slice(mostSpans).reduce((sum, { first, last }) => sum + last - first + 1, 0)
    const more = rest === 0 ? '' : ` and ${rest} more ${rest === 1 ? 'day' : 'days'}`
    return [`${kind} on ${parts.join(', ')}${more}`]
  }
  // A degraded run has not failed: such a day costs no uptime.
  const isOnlyDegraded = (state: PageState) => isMeasured && state === 'MINOR'
  const incidents = spans.filter(({ state }) => state !== 'MAINTENANCE' && !isOnlyDegraded(state))
  const degraded = spans.filter(({ state }) => isOnlyDegraded(state))
  const maintenances = spans.filter(({ state }) => state === 'MAINTENANCE')
  const names: Readonly<Partial<Record<PageState, string>>> = isMeasured ? automaticWords : severityWords
  const kind = isMeasured ? 'failures' : 'incidents'
  const words = [
    ...describe(kind, incidents, (state) => ` (${names[state]?.toLowerCase()})`),
    ...describe('degraded', degraded, () => ''),
    ...describe('maintenance', maintenances, () => ''),
  ]
  return words.length === 0 ? `no ${kind}` : words.join('; ')
}
