import { isAffected, type PageState } from './page-state.ts'
import { shownDay } from './shown-moments.ts'
import { classOf } from './state-mark.ts'
import { automaticWords, severityWords } from './status-words.ts'

/** All hang from one line. An incident stands out by its length too, for those who cannot tell the colours apart. */
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

/**
 * One drawing for the days of a service. What it says is said in words by `wordsOfBars`. Days that follow each other and are
 * alike are one dashed line, as thick as the bars are long: drawn one by one, they would be most of the page.
 */
export function barsHtml(days: readonly PageState[]): string {
  const lines = new Map<PageState, string>()
  for (let day = 0; day < days.length;) {
    const state = days[day] ?? 'NO_DATA'
    let end = day + 1
    while (days[end] === state) end += 1
    lines.set(state, `${lines.get(state) ?? ''}M${day} ${heights[state] / 2}h${end - day}`)
    day = end
  }
  const paths = [...lines].map(
    ([state, line]) => `<path class="l ${classOf(state)}" stroke-width="${heights[state]}" d="${line}"/>`,
  )
  return `<svg class="b" viewBox="0 0 ${days.length} ${tallest}" preserveAspectRatio="none" aria-hidden="true">${paths.join('')}</svg>`
}

const mostSpans = 3

/**
 * `incidents on 3 Nov (major), 5–6 Nov (minor) and 4 more days`; maintenance likewise. The latest first. What checks
 * have seen is no incident: `failures on 3 Nov (major outage)`.
 */
export function wordsOfBars(
  days: readonly PageState[],
  dayStarts: readonly number[],
  { isMeasured = false }: { isMeasured?: boolean } = {},
): string {
  const spans: { state: PageState; first: number; last: number }[] = []
  for (const [day, state] of days.entries()) {
    if (!isAffected(state)) continue
    const before = spans.at(-1)
    if (before !== undefined && before.state === state && before.last === day - 1) before.last = day
    else spans.push({ state, first: day, last: day })
  }
  const at = (day: number) => shownDay(dayStarts[day] ?? 0)
  const describe = (kind: string, selection: typeof spans, nameOf: (state: PageState) => string) => {
    if (selection.length === 0) return []
    const latest = selection.toReversed()
    const parts = latest.slice(0, mostSpans).map(({ state, first, last }) => {
      const when = first === last ? at(first) : `${at(first)} to ${at(last)}`
      return `${when}${nameOf(state)}`
    })
    const rest = latest.slice(mostSpans).reduce((sum, { first, last }) => sum + last - first + 1, 0)
    const more = rest === 0 ? '' : ` and ${rest} more ${rest === 1 ? 'day' : 'days'}`
    return [`${kind} on ${parts.join(', ')}${more}`]
  }
  const incidents = spans.filter(({ state }) => state !== 'MAINTENANCE')
  const maintenances = spans.filter(({ state }) => state === 'MAINTENANCE')
  const names: Readonly<Partial<Record<PageState, string>>> = isMeasured ? automaticWords : severityWords
  const kind = isMeasured ? 'failures' : 'incidents'
  const words = [
    ...describe(kind, incidents, (state) => ` (${names[state]?.toLowerCase()})`),
    ...describe('maintenance', maintenances, () => ''),
  ]
  return words.length === 0 ? `no ${kind}` : words.join('; ')
}
