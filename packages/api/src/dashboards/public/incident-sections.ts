import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { markdownHtml } from '@sonde/ground/markdown-html.ts'
import { momentHtml } from '@sonde/status-pages/shown-moments.ts'
import type { DashboardView, ShownIncident } from './dashboard-view.ts'

const impacts = {
  MAJOR: 'Major incident',
  MINOR: 'Minor incident',
  MAINTENANCE: 'Maintenance',
} as const

const order = Object.keys(impacts)

/** Of one update among others on the dashboard. */
const mostCharacters = 1_000

type LinkBase = { basePath: string }
type Heading = 'h1' | 'h2' | 'h3'

/** What goes on, and what is to come. */
export function activeIncidents({ incidents }: DashboardView, linkBase: LinkBase): string {
  const open = incidents.filter(({ state }) => state !== 'past')
  if (open.length === 0) return ''
  const worstFirst = open.toSorted((left, right) => order.indexOf(left.impact) - order.indexOf(right.impact))
  const articles = worstFirst.map((incident) => inShort(incident, incident.updates, linkBase))
  return `<section aria-label="Open incidents">${articles.join('\n')}</section>`
}

export function pastIncidents({ incidents }: DashboardView, linkBase: LinkBase): string {
  const past = incidents.filter(({ state }) => state === 'past')
  if (past.length === 0) return ''
  const articles = past.map((incident) => inShort(incident, incident.updates.slice(0, 1), linkBase))
  return `<section class="incidents"><h2>Past incidents</h2>${articles.join('\n')}</section>`
}

/** With every update and all of their texts. */
export function incidentInFull(incident: ShownIncident): string {
  const earlier = incident.totalUpdates - incident.updates.length
  const note = earlier === 0 ? '' : `<p class="incident__meta">${earlierText(earlier)} not shown.</p>`
  const updates = incident.updates.map((update) => updateHtml(update, update.description.trim()))
  return article(incident, 'h1', updates.join('') + note)
}

function inShort(incident: ShownIncident, updates: ShownIncident['updates'], { basePath }: LinkBase): string {
  const earlier = incident.totalUpdates - updates.length
  const texts = updates.map(({ description }) => shortened(description.trim()))
  const items = updates.map((update, index) => updateHtml(update, texts[index]?.text ?? ''))
  const rest = earlier > 0 ? earlierText(earlier) : texts.some(({ isCut }) => isCut) ? 'Show all' : ''
  const about = `<span class="unseen"> about ${escapeHtml(incident.name)}</span>`
  const more =
    rest === ''
      ? ''
      : `<p class="incident__more"><a href="${basePath}/incidents/${incident.id}">${rest}${about}</a></p>`
  return article(incident, incident.state === 'past' ? 'h3' : 'h2', items.join('') + more)
}

function earlierText(earlier: number): string {
  return `${earlier} earlier ${earlier === 1 ? 'update' : 'updates'}`
}

function shortened(text: string): { text: string; isCut: boolean } {
  const start = text.slice(0, 2 * mostCharacters)
  const characters = Array.from(start)
  if (characters.length <= mostCharacters) return { text: start, isCut: start !== text }
  return { text: `${characters.slice(0, mostCharacters).join('').trimEnd()} …`, isCut: true }
}

function article(incident: ShownIncident, heading: Heading, body: string): string {
  const { name, impact, startedAt, createdAt, stoppedAt, state } = incident
  const classes =
    state === 'past' ? 'past-incident' : `active-incident active-incident--${impact.toLowerCase()}`
  const ends = stoppedAt === null ? '' : ` until ${momentHtml(stoppedAt)}`
  return (
    `<article class="${classes}"><${heading} class="incident__title">${escapeHtml(name)}</${heading}>` +
    `<p class="incident__meta">${impacts[impact]}${state === 'upcoming' ? ', planned' : ''} · ` +
    `from ${momentHtml(startedAt ?? createdAt)}${ends}</p>${body}</article>`
  )
}

function updateHtml({ status, createdAt }: ShownIncident['updates'][number], text: string): string {
  const spoken = status.charAt(0) + status.slice(1).toLowerCase()
  return (
    `<div class="incident__update"><p><strong>${spoken}</strong> · ${momentHtml(createdAt)}</p>` +
    `${markdownHtml(text)}</div>`
  )
}
