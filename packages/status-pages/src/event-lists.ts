import { escapeMarkup } from '@sonde/ground/escape-html.ts'
import { showDate } from '@sonde/ground/shown-time.ts'
import { eventLine, turnsHtml } from './event-html.ts'
import { type Frame, framePage, type FramedPage } from './page-frame.ts'
import type { IncidentView, MaintenanceView, PageView } from './page-view.ts'
import { shownDays } from './service-uptime.ts'

type Event = IncidentView | MaintenanceView

const eventsOnPage = 100

/** Lists events by the UTC day in which `dayOf` lies. */
export function byDay(
  events: readonly Event[],
  { basePath, heading, dayOf }: { basePath: string; heading: 'h2' | 'p'; dayOf: (event: Event) => number },
): string {
  const days = Map.groupBy(events, (event) => showDate(dayOf(event)))
  return [...days]
    .map(
      ([day, list]) =>
        `<div class="c${heading === 'p' ? ' pd' : ''}"><${heading} class="day">${day}</${heading}><ul class="ev">${list.map((event) => eventLine(event, basePath)).join('')}</ul></div>\n`,
    )
    .join('')
}

/** The history is read in pieces, of which `number` is one, from 1; null when there is no such piece. */
export function historyHtml(frame: Frame, view: PageView, number: number): FramedPage | null {
  const events: Event[] = [...view.openIncidents, ...view.activeMaintenances, ...view.past].toSorted(
    (a, b) => b.startsAt - a.startsAt,
  )
  return listHtml(frame, events, {
    number,
    path: 'history',
    title: 'History',
    heading: `History of the last ${shownDays} days`,
    intro: 'Incidents and maintenance, by start date.',
    empty: 'No incidents or maintenance.',
    words: { back: 'Newer', on: 'Older' },
  })
}

/** All maintenance to come, the next one first, in pieces as the history. */
export function upcomingHtml(frame: Frame, view: PageView, number: number): FramedPage | null {
  return listHtml(frame, view.upcomingMaintenances, {
    number,
    path: 'upcoming',
    title: 'Upcoming maintenance',
    heading: 'Upcoming maintenance',
    intro: 'By start date.',
    empty: 'No maintenance is planned.',
    words: { back: 'Earlier', on: 'Later' },
  })
}

function listHtml(
  frame: Frame,
  events: readonly Event[],
  list: {
    number: number
    path: string
    title: string
    heading: string
    intro: string
    empty: string
    words: { back: string; on: string }
  },
): FramedPage | null {
  const { number, words } = list
  const from = (number - 1) * eventsOnPage
  const pageOfEvents = events.slice(from, from + eventsOnPage)
  if (pageOfEvents.length === 0 && number > 1) return null
  const days = byDay(pageOfEvents, {
    basePath: frame.basePath,
    heading: 'h2',
    dayOf: ({ startsAt }) => startsAt,
  })
  const turns = turnsHtml({
    path: `${frame.basePath}/${list.path}`,
    number,
    hasOlder: events.length > from + eventsOnPage,
    label: 'Pages of this list',
    words,
  })
  return framePage(frame, {
    title: `${list.title} – ${escapeMarkup(frame.look.name)}`,
    symbols: '',
    main: `<h1 class="intro">${list.heading}</h1>
<p class="m">${list.intro}</p>
${pageOfEvents.length === 0 ? `<p>${list.empty}</p>` : days}${turns}<p><a href="${frame.basePath || '/'}">Back to the current status</a></p>
`,
  })
}
