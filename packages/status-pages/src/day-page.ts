import { dayMs } from '@sonde/ground/durations.ts'
import { escapeMarkup } from '@sonde/ground/escape-html.ts'
import { showDate } from '@sonde/ground/shown-time.ts'
import { dayQuery } from './bar-drawing.ts'
import { shownDaysAt } from './day-bars.ts'
import { eventLine } from './event-html.ts'
import { type Frame, framePage, type FramedPage } from './page-frame.ts'
import { byWeight, isAffected, type PageState } from './page-state.ts'
import type { PageView } from './page-view.ts'
import type { ServiceView } from './service-view.ts'
import { iconHtml } from './state-mark.ts'
import { automaticWords, stateWords } from './status-words.ts'

/** One of the days that have a bar: what was wrong with which service, and what happened. Null for any other day. */
export function dayHtml(
  frame: Frame,
  view: PageView,
  { date, now }: { date: string; now: number },
): FramedPage | null {
  const dayStarts = shownDaysAt(now)
  const index = dayStarts.findIndex((start) => new Date(start).toISOString().startsWith(date))
  const start = dayStarts[index]
  if (start === undefined) return null
  const { services } = view
  const stateOf = ({ days }: ServiceView): PageState => days[index] ?? 'NO_DATA'
  const affected = services
    .filter((service) => isAffected(stateOf(service)))
    .toSorted((a, b) => byWeight(stateOf(b), stateOf(a)))
  const events = [...view.openIncidents, ...view.activeMaintenances, ...view.past]
    .filter(
      ({ startsAt, endsAt }) => startsAt < start + dayMs && Math.max(endsAt ?? now, startsAt + 1) > start,
    )
    .toSorted((a, b) => a.startsAt - b.startsAt)
  const title = showDate(start)
  return framePage(frame, {
    title: `${title} – ${escapeMarkup(frame.look.name)}`,
    symbols: '',
    main: `<h1 class="intro">${title}</h1>
<p class="m">${countWords(services.map(stateOf))}</p>
${affected.length === 0 ? '' : `<section aria-label="Services"><h2>Services</h2><div class="c"><ul class="ev">${affected.map((service) => serviceLine(service, stateOf(service))).join('')}</ul></div></section>\n`}<section aria-label="Incidents and maintenance"><h2>Incidents and maintenance</h2>
${events.length === 0 ? '<p>No incidents or maintenance.</p>' : `<div class="c"><ul class="ev">${events.map((event) => eventLine(event, frame.basePath)).join('')}</ul></div>`}</section>
${neighbours([dayStarts[index - 1], dayStarts[index + 1]])}<p><a href="${frame.basePath || '/'}">Back to the current status</a></p>
`,
  })
}

function serviceLine({ name, source }: ServiceView, state: PageState): string {
  const words = source === 'checks' ? automaticWords : stateWords
  return `<li><div class="r"><span class="n" dir="auto">${escapeMarkup(name)}</span><span class="s">${iconHtml(state)}${words[state]}</span></div></li>`
}

/** `2 services affected, 5 operational, 1 without data` */
function countWords(states: readonly PageState[]): string {
  const affected = states.filter(isAffected).length
  const operational = states.filter((state) => state === 'OPERATIONAL').length
  const unseen = states.length - affected - operational
  const parts = [
    `${affected} ${affected === 1 ? 'service' : 'services'} affected`,
    ...(operational > 0 ? [`${operational} operational`] : []),
    ...(unseen > 0 ? [`${unseen} without data`] : []),
  ]
  return `${parts.join(', ')}. Days are UTC.`
}

function neighbours([before, after]: readonly (number | undefined)[]): string {
  const link = (start: number | undefined) =>
    start === undefined ? [] : [`<a href="${dayQuery(start)}">${showDate(start)}</a>`]
  return `<nav aria-label="Other days">${[...link(before), ...link(after)].join(' ')}</nav>\n`
}
