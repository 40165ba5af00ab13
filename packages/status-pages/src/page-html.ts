import { barsHtml, barSymbol, wordsOfBars } from './bar-drawing.ts'
import { shownDaysAt } from './day-bars.ts'
import { escapeMarkup } from './escape-markup.ts'
import { eventCard, eventLine } from './event-html.ts'
import { type Frame, framePage, type FramedPage } from './page-frame.ts'
import type {
  CardView,
  IncidentView,
  MaintenanceView,
  PageView,
  SaidUpdate,
  ServiceView,
} from './page-view.ts'
import { dayMs, shownDays, shownUptime } from './service-uptime.ts'
import { shownDate } from './shown-moments.ts'
import { classOf, iconHtml } from './state-mark.ts'
import { pageStateWords, stateWords } from './status-words.ts'

/** A page in an outage is read on a telephone: what is older or more is a link away. */
const mostOpen = 20
const mostUpcoming = 10
const pastDays = 7
const mostPast = 15

type Event = IncidentView | MaintenanceView
type Said = ReadonlyMap<string, readonly SaidUpdate[]>

/** Those whose updates the page shows. */
export function eventsInFull(view: PageView): Event[] {
  return [
    ...view.openIncidents.slice(0, mostOpen),
    ...view.activeMaintenances.slice(0, mostOpen),
    ...view.upcomingMaintenances.slice(0, mostUpcoming),
  ]
}

export function pageHtml(
  frame: Frame,
  view: PageView,
  { said, now }: { said: Said; now: number },
): FramedPage {
  const { look } = frame
  return framePage(frame, {
    title: `${escapeMarkup(look.name)}: ${pageStateWords[view.state]}`,
    symbols: barSymbol(shownDays),
    main: [
      `<div class="c state ${classOf(view.state)}">${iconHtml(view.state)}<h1>${stateOf(view)}</h1></div>\n`,
      look.description === null
        ? ''
        : `<p class="intro t" dir="auto">${escapeMarkup(look.description)}</p>\n`,
      eventsOf('Open incidents', view.openIncidents, mostOpen, { frame, said }),
      eventsOf('Maintenance in progress', view.activeMaintenances, mostOpen, { frame, said }),
      servicesOf(view, now),
      eventsOf('Upcoming maintenance', view.upcomingMaintenances, mostUpcoming, { frame, said }),
      pastOf(frame, view, now),
      subscribeForm(frame),
    ].join(''),
  })
}

function stateOf({ state, cards }: PageView): string {
  const isEmpty = cards.every(({ services }) => services.length === 0)
  return state === 'OPERATIONAL' && isEmpty ? 'No incidents' : pageStateWords[state]
}

function eventsOf(
  title: string,
  events: readonly Event[],
  most: number,
  { frame, said }: { frame: Frame; said: Said },
): string {
  if (events.length === 0) return ''
  const full = events
    .slice(0, most)
    .map((event) => eventCard(event, said.get(event.id) ?? [], frame.basePath))
  const rest = events.length - full.length
  const more = rest > 0 ? `<p><a href="${frame.basePath}/history">${rest} more</a></p>\n` : ''
  return `<section aria-label="${title}"><h2>${title}</h2>\n${full.join('')}${more}</section>\n`
}

function servicesOf({ cards }: PageView, now: number): string {
  if (cards.length === 0) return ''
  const dayStarts = shownDaysAt(now)
  return `<section aria-label="Services"><h2>Services</h2>
<p class="m">One bar for each of the last ${shownDays} days, today on the right. Taller bars are days with incidents.</p>
${cards.map((card) => cardHtml(card, dayStarts)).join('')}</section>\n`
}

function cardHtml({ name, uptime, services }: CardView, dayStarts: readonly number[]): string {
  const figure = uptime === null ? '' : `<span class="s">${shownUptime(uptime)} % uptime</span>`
  const rows =
    services.length === 0
      ? '<p class="m">No services yet.</p>'
      : `<ul class="sv">${services.map((service) => serviceHtml(service, dayStarts)).join('')}</ul>`
  return `<div class="c"><div class="r"><h3 dir="auto">${escapeMarkup(name)}</h3>${figure}</div>${rows}</div>\n`
}

function serviceHtml({ name, state, uptime, days }: ServiceView, dayStarts: readonly number[]): string {
  return `<li><div class="r"><span class="n" dir="auto">${escapeMarkup(name)}</span><span class="s">${iconHtml(state)}${stateWords[state]}</span></div>${barsHtml(days)}<p class="m">${shownUptime(uptime)} % uptime, ${wordsOfBars(days, dayStarts)}</p></li>`
}

function pastOf(frame: Frame, view: PageView, now: number): string {
  const recent = view.past.filter(({ startsAt }) => startsAt > now - pastDays * dayMs)
  const link = `<p><a href="${frame.basePath}/history">History of the last ${shownDays} days</a></p>`
  const body =
    recent.length === 0
      ? '<p>No past incidents or maintenance.</p>'
      : byDay(recent.slice(0, mostPast), frame.basePath, 'p')
  return `<section aria-label="Past events"><h2>The last ${pastDays} days</h2>\n${body}${link}</section>\n`
}

/** Lists events by the UTC day on which they began. */
function byDay(events: readonly Event[], basePath: string, heading: 'h2' | 'p'): string {
  const days = Map.groupBy(events, ({ startsAt }) => shownDate(startsAt))
  return [...days]
    .map(
      ([day, list]) =>
        `<div class="c"><${heading} class="day">${day}</${heading}><ul class="ev">${list.map((event) => eventLine(event, basePath)).join('')}</ul></div>\n`,
    )
    .join('')
}

function subscribeForm({ canSubscribe, basePath }: Frame): string {
  if (!canSubscribe) return ''
  return `<section aria-label="Subscribe"><h2>Get updates by mail</h2>
<form class="c" method="post" action="${basePath}/subscribe"><label for="email">E-mail address</label>
<div class="f"><input id="email" name="email" type="email" autocomplete="email" required maxlength="254"><button>Subscribe</button></div></form></section>
`
}

const eventsOnHistoryPage = 100

/** The history is read in pieces, of which `number` is one, from 1; null when there is no such piece. */
export function historyHtml(frame: Frame, view: PageView, number: number): FramedPage | null {
  const events: Event[] = [...view.openIncidents, ...view.activeMaintenances, ...view.past].toSorted(
    (a, b) => b.startsAt - a.startsAt,
  )
  const from = (number - 1) * eventsOnHistoryPage
  const shown = events.slice(from, from + eventsOnHistoryPage)
  if (shown.length === 0 && number > 1) return null
  const path = (page: number) => `${frame.basePath}/history${page === 1 ? '' : `/${page}`}`
  const turns = [
    ...(number > 1 ? [`<a href="${path(number - 1)}">Newer</a>`] : []),
    ...(events.length > from + eventsOnHistoryPage ? [`<a href="${path(number + 1)}">Older</a>`] : []),
  ]
  return framePage(frame, {
    title: `History – ${escapeMarkup(frame.look.name)}`,
    symbols: '',
    main: `<h1 class="intro">History of the last ${shownDays} days</h1>
<p class="m">Incidents and maintenance by the day on which they began.</p>
${shown.length === 0 ? '<p>Nothing happened.</p>' : byDay(shown, frame.basePath, 'h2')}${
      turns.length === 0 ? '' : `<nav aria-label="Pages of the history">${turns.join(' ')}</nav>\n`
    }<p><a href="${frame.basePath || '/'}">Back to the current status</a></p>
`,
  })
}
