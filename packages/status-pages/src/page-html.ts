import { dayMs } from '@sonde/ground/durations.ts'
import { escapeMarkup } from '@sonde/ground/escape-html.ts'
import { barsHtml, barSymbols, dayQuery, wordsOfBars } from './bar-drawing.ts'
import { shownDaysAt } from './day-bars.ts'
import { eventCard } from './event-html.ts'
import { byDay } from './event-lists.ts'
import type { ComponentView } from './component-view.ts'
import { headlineOf } from './headline.ts'
import { type Frame, framePage, type FramedPage } from './page-frame.ts'
import type { CardView, IncidentView, MaintenanceView, PageView } from './page-view.ts'
import type { PostedUpdate } from './posted-updates.ts'
import type { ServiceView } from './service-view.ts'
import { shownDays, shownUptime } from './service-uptime.ts'
import { endHtml, momentHtml } from './shown-moments.ts'
import { byWeight, isAffected, type PageState } from './page-state.ts'
import { classOf, iconHtml } from './state-mark.ts'
import { automaticWords, stateWords } from './status-words.ts'

/** A page in an outage is read on a telephone: what is older or more is a link away. */
const mostOpen = 20
const mostUpcoming = 10
const pastDays = 7
const mostPast = 15

type Event = IncidentView | MaintenanceView
type UpdatesByEvent = ReadonlyMap<string, readonly PostedUpdate[]>

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
  { updates, now }: { updates: UpdatesByEvent; now: number },
): FramedPage {
  const { look } = frame
  const { title, rest } = headlineOf(view)
  return framePage(frame, {
    title: `${escapeMarkup(look.name)}: ${escapeMarkup(title)}`,
    symbols: barSymbols(shownDaysAt(now)),
    main: [
      `<div class="c state ${classOf(view.state)}">${iconHtml(view.state)}<div><h1 dir="auto">${escapeMarkup(title)}</h1>${rest === '' ? '' : `<p dir="auto">${escapeMarkup(rest)}</p>`}</div>${updatedHtml(view, updates)}</div>\n`,
      look.description === null
        ? ''
        : `<p class="intro t" dir="auto">${escapeMarkup(look.description)}</p>\n`,
      eventsOf('Open incidents', view.openIncidents, {
        frame,
        updates,
        most: mostOpen,
        rest: 'history',
      }),
      eventsOf('Maintenance in progress', view.activeMaintenances, {
        frame,
        updates,
        most: mostOpen,
        rest: 'history',
      }),
      servicesOf(view, now),
      eventsOf('Upcoming maintenance', view.upcomingMaintenances, {
        frame,
        updates,
        most: mostUpcoming,
        rest: 'upcoming',
      }),
      pastOf(frame, view, now),
      subscribeForm(frame),
    ].join(''),
  })
}

/** When something was last said of what goes on. */
function updatedHtml({ openIncidents }: PageView, updates: UpdatesByEvent): string {
  const times = openIncidents.flatMap(({ id }) => (updates.get(id) ?? []).map(({ at }) => at))
  return times.length === 0 ? '' : `<p class="m up">Updated ${momentHtml(Math.max(...times))}</p>`
}

function eventsOf(
  title: string,
  events: readonly Event[],
  {
    frame,
    updates,
    most,
    rest,
  }: { frame: Frame; updates: UpdatesByEvent; most: number; rest: 'history' | 'upcoming' },
): string {
  if (events.length === 0) return ''
  const full = events
    .slice(0, most)
    .map((event) => eventCard(event, updates.get(event.id) ?? [], frame.basePath))
  const left = events.length - full.length
  const more = left > 0 ? `<p><a href="${frame.basePath}/${rest}">${left} more</a></p>\n` : ''
  return `<section aria-label="${title}"><h2>${title}</h2>\n${full.join('')}${more}</section>\n`
}

function servicesOf({ cards, components, services, activeMaintenances }: PageView, now: number): string {
  if (cards.length === 0 && (components ?? []).length === 0) return ''
  const dayStarts = shownDaysAt(now)
  const ends = endsOf(activeMaintenances, now)
  const body =
    components === null
      ? cards.map((card) => cardHtml(card, dayStarts, ends)).join('')
      : componentsHtml(components, dayStarts, ends)
  return `<section aria-label="Services"><div class="r"><h2>Services</h2>${legendOf(services, components !== null)}</div>
${body}</section>\n`
}

type DayStarts = readonly number[]
type Ends = ReadonlyMap<string, string>

/** Groups are cards of their own; services between them stand together on one. */
function componentsHtml(components: readonly ComponentView[], dayStarts: DayStarts, ends: Ends): string {
  const rows: string[] = []
  let loose: ComponentView[] = []
  const flush = () => {
    if (loose.length > 0) rows.push(`<div class="c">${listHtml(loose, dayStarts, ends)}</div>\n`)
    loose = []
  }
  for (const view of components) {
    if (view.kind === 'service') {
      loose.push(view)
      continue
    }
    flush()
    rows.push(`<div class="c">${groupHtml(view, dayStarts, ends)}</div>\n`)
  }
  flush()
  return rows.join('')
}

function listHtml(views: readonly ComponentView[], dayStarts: DayStarts, ends: Ends): string {
  if (views.length === 0) return '<p class="m">No services yet.</p>'
  const rows = views.map((view) =>
    view.kind === 'group'
      ? `<li>${groupHtml(view, dayStarts, ends)}</li>`
      : serviceHtml(view.service, dayStarts, ends, view),
  )
  return `<ul class="sv">${rows.join('')}</ul>`
}

function groupHtml(
  { name, description, state, uptime, showsHistory, isExpanded, children }: ComponentView & { kind: 'group' },
  dayStarts: DayStarts,
  ends: Ends,
): string {
  const share =
    uptime === null || !showsHistory
      ? ''
      : ` <span class="m">${shownUptime(uptime)} % uptime, ${meanOf(servicesIn(children))}</span>`
  return `<details${isExpanded ? ' open' : ''}><summary class="r"><b dir="auto">${escapeMarkup(name)}</b><span class="s">${iconHtml(state)}${automaticWords[state]}${share}</span></summary>${descriptionHtml(description)}${listHtml(children, dayStarts, ends)}</details>`
}

function servicesIn(views: readonly ComponentView[]): ServiceView[] {
  return views.flatMap((view) => (view.kind === 'group' ? servicesIn(view.children) : [view.service]))
}

function descriptionHtml(description: string | null): string {
  return description === null || description.trim() === ''
    ? ''
    : `<p class="m" dir="auto">${escapeMarkup(description)}</p>`
}

/** What the colours of the bars mean, as far as there are bars of them. */
function legendOf(services: readonly ServiceView[], isOfComponents: boolean): string {
  const states = new Set(services.flatMap(({ days }) => days))
  // What only checks have seen is no incident.
  const isMeasured = (state: PageState) =>
    services.every(({ source, days }) => source === 'checks' || !days.includes(state))
  const wordsOf = (state: PageState) =>
    (isOfComponents || isMeasured(state) ? automaticWords : stateWords)[state]
  const items = [...states]
    .map((state): PageState => (state === 'NOT_MONITORED' ? 'NO_DATA' : state))
    .filter((state, index, all) => all.indexOf(state) === index)
    .toSorted((a, b) => byWeight(a, b))
    .map((state) => `<li><i class="${classOf(state)}"></i>${wordsOf(state)}</li>`)
  return `<ul class="lg" aria-label="One bar for each day. Days without data do not count towards uptime.">${items.join('')}</ul>`
}

/** Until when services are in maintenance, by their names, in words. */
function endsOf(maintenances: readonly MaintenanceView[], now: number): ReadonlyMap<string, string> {
  const ends = new Map<string, number>()
  for (const { services, endsAt } of maintenances) {
    for (const name of services) ends.set(name, Math.max(endsAt, ends.get(name) ?? 0))
  }
  // One that should be over and goes on says nothing of its end.
  return new Map([...ends].flatMap(([name, at]) => (at > now ? [[name, endHtml(at, now)]] : [])))
}

function cardHtml(
  { name, uptime, services }: CardView,
  dayStarts: readonly number[],
  ends: ReadonlyMap<string, string>,
): string {
  const uptimeText =
    uptime === null ? '' : `<span class="s">${shownUptime(uptime)} % uptime, ${meanOf(services)}</span>`
  const rows =
    services.length === 0
      ? '<p class="m">No services yet.</p>'
      : `<ul class="sv">${services.map((service) => serviceHtml(service, dayStarts, ends)).join('')}</ul>`
  return `<div class="c"><div class="r"><h3 dir="auto">${escapeMarkup(name)}</h3>${uptimeText}</div>${rows}</div>\n`
}

function meanOf(services: readonly ServiceView[]): string {
  const count = services.filter(({ uptime }) => uptime !== null).length
  return count === 1 ? 'of 1 service' : `mean of ${count} services`
}

function serviceHtml(
  service: ServiceView,
  dayStarts: readonly number[],
  ends: ReadonlyMap<string, string>,
  component: { description: string | null; showsHistory: boolean } | null = null,
): string {
  const { name, state, isAutomatic, days } = service
  const { uptime, trouble } = uptimeWords(service, dayStarts)
  const end = state === 'MAINTENANCE' ? ends.get(name) : undefined
  const stateWord = (component === null ? stateWords : automaticWords)[state]
  const words = isAutomatic
    ? `${automaticWords[state]} <span class="m">automatic</span>`
    : `${stateWord}${end === undefined ? '' : ` until ${end}`}`
  const head = `<div class=r><span class=n dir=auto>${escapeMarkup(name)}</span><span class=s>${iconHtml(state)}${words}</span></div>${descriptionHtml(component?.description ?? null)}`
  if (component?.showsHistory === false) return `<li>${head}</li>`
  return `<li>${head}${barsHtml(days)}${uptime === '' ? '' : `<p class=ax><span>${uptime}</span></p>`}${trouble === '' ? '' : `<p class=m>${trouble}</p>`}</li>`
}

/** A percentage never stands without what it is of. */
function uptimeWords(
  { source, uptime, days }: ServiceView,
  dayStarts: readonly number[],
): { uptime: string; trouble: string } {
  const isMeasured = source === 'checks'
  const linked = (start: number, text: string) => `<a href="${dayQuery(start)}">${text}</a>`
  const words = wordsOfBars(days, dayStarts, { isMeasured, linked })
  const trouble = words.charAt(0).toUpperCase() + words.slice(1)
  if (uptime === null) {
    if (isMeasured) return { uptime: 'No data yet', trouble: '' }
    // Of what nothing monitors, nobody knows more than what was reported.
    return { uptime: '', trouble: days.some(isAffected) ? trouble : 'No incidents reported' }
  }
  const span = `${uptime.days} ${uptime.days === 1 ? 'day' : 'days'}`
  const of = isMeasured ? `of ${span} measured` : `of ${span} by reported incidents`
  return { uptime: `<b>${shownUptime(uptime)} %</b> uptime ${of}`, trouble }
}

function pastOf(frame: Frame, view: PageView, now: number): string {
  // What was cancelled may have been planned to end later.
  const overAt = ({ endsAt }: Event) => Math.min(endsAt ?? now, now)
  const recent = view.past
    .filter((event) => overAt(event) > now - pastDays * dayMs)
    .toSorted((a, b) => overAt(b) - overAt(a))
  const link = `<p><a href="${frame.basePath}/history">History of the last ${shownDays} days</a></p>`
  const body =
    recent.length === 0
      ? '<p>No past incidents or maintenance.</p>'
      : byDay(recent.slice(0, mostPast), { basePath: frame.basePath, heading: 'p', dayOf: overAt })
  return `<section aria-label="Past events"><h2>The last ${pastDays} days</h2>\n${body}${link}</section>\n`
}

function subscribeForm({ canSubscribe, basePath }: Frame): string {
  if (!canSubscribe) return ''
  return `<section aria-label="Subscribe" id="subscribe"><h2>Get updates by mail</h2>
<form class="c" method="post" action="${basePath}/subscribe"><label for="email">E-mail address</label>
<div class="f"><input id="email" name="email" type="email" autocomplete="email" required maxlength="254"><button>Subscribe</button></div></form></section>
`
}
