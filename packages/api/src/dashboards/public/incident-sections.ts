import { escapeHtml } from '../../http/plain-page.ts'
import type { DashboardView, ShownIncident } from './dashboard-view.ts'
import { shownTime } from './shown-time.ts'

const impacts = {
  MAJOR: 'Major incident',
  MINOR: 'Minor incident',
  MAINTENANCE: 'Maintenance',
} as const

const order = Object.keys(impacts)

/** What goes on, and what is to come. */
export function activeIncidents({ incidents }: DashboardView): string {
  const open = incidents.filter(({ state }) => state !== 'past')
  if (open.length === 0) return ''
  const worstFirst = open.toSorted((left, right) => order.indexOf(left.impact) - order.indexOf(right.impact))
  const articles = worstFirst.map((incident) => {
    const modifier = incident.impact.toLowerCase()
    return article(incident, `active-incident active-incident--${modifier}`, incident.updates)
  })
  return `<section aria-label="Open incidents">${articles.join('\n')}</section>`
}

export function pastIncidents({ incidents }: DashboardView): string {
  const shown = incidents.filter(({ state }) => state === 'past')
  if (shown.length === 0) return ''
  const articles = shown.map((incident) => article(incident, 'past-incident', incident.updates.slice(0, 1)))
  return `<section class="incidents"><h2>Past incidents</h2>${articles.join('\n')}</section>`
}

function article(incident: ShownIncident, classes: string, updates: ShownIncident['updates']): string {
  const { name, impact, startedAt, createdAt, stoppedAt, state } = incident
  const begins = shownTime(startedAt ?? createdAt)
  const ends = stoppedAt === null ? '' : ` until ${shownTime(stoppedAt)}`
  const said = updates.map(
    (update) =>
      `<p class="incident__update"><strong>${spoken(update.status)}</strong> · ${shownTime(update.createdAt)}\n` +
      `${escapeHtml(update.description.trim())}</p>`,
  )
  return (
    `<article class="${classes}"><h${state === 'past' ? 3 : 2} class="incident__title">${escapeHtml(name)}` +
    `</h${state === 'past' ? 3 : 2}><p class="incident__meta">${impacts[impact]}` +
    `${state === 'upcoming' ? ', planned' : ''} · from ${begins}${ends}</p>${said.join('')}</article>`
  )
}

function spoken(status: string): string {
  return status.charAt(0) + status.slice(1).toLowerCase()
}
