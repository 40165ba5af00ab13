import { escapeMarkup } from '@sonde/ground/escape-html.ts'
import { markdownHtml } from '@sonde/ground/markdown-html.ts'
import { type Frame, framePage, type FramedPage } from './page-frame.ts'
import type { IncidentView, MaintenanceView } from './page-view.ts'
import type { PostedUpdate } from './posted-updates.ts'
import { momentHtml, periodHtml } from './shown-moments.ts'
import { classOf, iconHtml } from './state-mark.ts'
import { severityWords, statusWords } from './status-words.ts'

type Event = IncidentView | MaintenanceView

/** How many of its updates the page of an incident or a maintenance shows at a time. */
export const updatesOnEventPage = 100

/** What of a long text stands on the page itself; the rest is a link away. */
const longestText = 1_000
const updatesOnPage = 5
const mostNames = 20

export function linkOf(event: Event, basePath: string): string {
  return `${basePath}/${event.kind}s/${event.id}`
}

/** As a visitor is told of it on the page itself. */
export function eventCard(event: Event, updates: readonly PostedUpdate[], basePath: string): string {
  const link = linkOf(event, basePath)
  const visible = updates.slice(0, updatesOnPage)
  const isCut = updates.length > visible.length || visible.some(({ text }) => text.length > longestText)
  const more = isCut ? `<p><a href="${link}">View this ${event.kind}</a></p>` : ''
  return `<article class="c e ${classOf(weightOf(event))}">
<div class="r"><h3 dir="auto"><a href="${link}">${escapeMarkup(event.name)}</a></h3><span class="s">${badgeOf(event)}</span></div>
<p class="m">${periodHtml(event.startsAt, event.endsAt)}</p>${affectedHtml(event)}${openedHtml(event)}${descriptionHtml(event, longestText)}
${timelineHtml(visible, longestText)}${more}</article>
`
}

/** One line of a list. */
export function eventLine(event: Event, basePath: string): string {
  return `<li><div class="r"><h3 dir="auto"><a href="${linkOf(event, basePath)}">${escapeMarkup(event.name)}</a></h3><span class="s">${badgeOf(event)}</span></div><p class="m">${periodHtml(event.startsAt, event.endsAt)}</p></li>`
}

/**
 * A page of its own for one incident or maintenance, with all that was said, in pieces of which `number` is one, from 1.
 * `updates`: those of the piece, and one more when there are older ones. Null when there is no such piece.
 */
export function eventPage(
  frame: Frame,
  event: Event,
  { updates, number }: { updates: readonly PostedUpdate[]; number: number },
): FramedPage | null {
  if (updates.length === 0 && number > 1) return null
  const visible = updates.slice(0, updatesOnEventPage)
  const turns = turnsHtml({
    path: linkOf(event, frame.basePath),
    number,
    hasOlder: updates.length > visible.length,
    label: 'Pages of the updates',
  })
  const name = escapeMarkup(event.name)
  const facts: [string, string][] = [
    ['Status', statusWords[event.status]],
    ...(event.severity === null
      ? []
      : [['Severity', severityWords[event.severity]] satisfies [string, string]]),
    ['When', periodHtml(event.startsAt, event.endsAt)],
    ...(event.services.length === 0
      ? []
      : [['Services', event.services.map(bidi).join(', ')] satisfies [string, string]]),
  ]
  return framePage(frame, {
    title: `${name} – ${escapeMarkup(frame.look.name)}`,
    symbols: '',
    main: `<article><p class="intro m">${event.kind === 'incident' ? 'Incident' : 'Maintenance'}</p>
<h1 dir="auto">${iconHtml(weightOf(event))}${name}</h1>
<div class="c intro"><dl>${facts.map(([term, fact]) => `<dt>${term}</dt><dd>${fact}</dd>`).join('')}</dl>${descriptionHtml(event, Infinity)}</div>
<h2>Updates</h2>
<div class="c">${visible.length === 0 ? '<p>None yet.</p>' : timelineHtml(visible, Infinity)}</div></article>
${turns}<p><a href="${frame.basePath || '/'}">Back to the current status</a></p>
`,
  })
}

/** Links between the pieces of something long; nothing when there is one piece. */
export function turnsHtml({
  path,
  number,
  hasOlder,
  label,
  words = { back: 'Newer', on: 'Older' },
}: {
  path: string
  number: number
  hasOlder: boolean
  label: string
  words?: { back: string; on: string }
}): string {
  const link = (page: number, text: string) => `<a href="${path}${page === 1 ? '' : `/${page}`}">${text}</a>`
  const turns = [
    ...(number > 1 ? [link(number - 1, words.back)] : []),
    ...(hasOlder ? [link(number + 1, words.on)] : []),
  ]
  return turns.length === 0 ? '' : `<nav aria-label="${label}">${turns.join(' ')}</nav>\n`
}

function badgeOf(event: Event): string {
  const status = statusWords[event.status]
  const severity = event.severity === null ? '' : `${severityWords[event.severity]} · `
  const kind = event.kind === 'maintenance' ? 'Maintenance · ' : ''
  return `${iconHtml(weightOf(event))}${kind}${severity}${status}`
}

/** An incident looks as bad as it is; maintenance is no incident, whatever its severity. */
function weightOf(event: Event) {
  return event.kind === 'incident' ? event.severity : 'MAINTENANCE'
}

function affectedHtml({ services, kind }: Event): string {
  if (services.length === 0) return ''
  const names = services.slice(0, mostNames).map(bidi).join(', ')
  const rest = services.length - mostNames
  return `<p class="m">${kind === 'incident' ? 'Affects' : 'Concerns'} ${names}${rest > 0 ? ` and ${rest} more` : ''}</p>`
}

function openedHtml(event: Event): string {
  return event.kind === 'incident' && event.isAutomatic
    ? '<p class="m">Opened automatically by monitoring</p>'
    : ''
}

function descriptionHtml(event: Event, longest: number): string {
  if (event.kind === 'incident' || event.description === null || event.description.trim() === '') return ''
  return textHtml(event.description, longest)
}

function timelineHtml(updates: readonly PostedUpdate[], longest: number): string {
  if (updates.length === 0) return ''
  const items = updates.map(
    ({ status, text, at }) =>
      `<li><p><strong>${statusWords[status]}</strong> <span class="m">${momentHtml(at)}</span></p>${textHtml(text, longest)}</li>`,
  )
  return `<ol class="u">${items.join('')}</ol>`
}

function textHtml(text: string, longest: number): string {
  const whole = text.trim()
  const cut = whole.length > longest ? `${whole.slice(0, longest)}…` : whole
  return `<div class="t" dir="auto">${markdownHtml(cut)}</div>`
}

function bidi(text: string): string {
  return `<bdi>${escapeMarkup(text)}</bdi>`
}
