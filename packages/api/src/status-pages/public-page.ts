import type { Period } from '@sonde/status-pages/subscriber-mail.ts'
import { momentIn } from '@sonde/status-pages/moment-in.ts'
import { escapeHtml, plainPage } from '../http/plain-page.ts'

/** What everybody may know of a page. */
export type PublicPage = {
  name: string
  description: string | null
  cards: readonly { name: string; services: readonly string[] }[]
  incidents: readonly {
    name: string
    severity: string
    services: readonly string[]
    update: { status: string; text: string; at: number }
  }[]
  maintenances: readonly {
    name: string
    status: string
    text: string | null
    services: readonly string[]
    period: Period
  }[]
}

export function publicPage(page: PublicPage): string {
  const { description, incidents, maintenances, cards } = page
  return plainPage(
    escapeHtml(page.name),
    [
      description === null ? '' : paragraph(description),
      '<h2>Incidents</h2>',
      incidents.length === 0 ? '<p>No open incidents.</p>' : '',
      ...incidents.map(({ name, severity, services, update }) =>
        article(name, [
          `${spoken(update.status)}, ${spoken(severity).toLowerCase()}, ${momentIn(null, update.at)}`,
          services.length === 0 ? null : `Affects: ${services.join(', ')}`,
          update.text,
        ]),
      ),
      maintenances.length === 0 ? '' : '<h2>Maintenance</h2>',
      ...maintenances.map(({ name, status, text, services, period }) =>
        article(name, [
          spoken(status),
          `From ${momentIn(period.timezone, period.startsAt)}\nto ${momentIn(period.timezone, period.endsAt)}`,
          services.length === 0 ? null : `Concerns: ${services.join(', ')}`,
          text,
        ]),
      ),
      cards.length === 0 ? '' : '<h2>Services</h2>',
      ...cards.map(
        (card) =>
          `<h3>${escapeHtml(card.name)}</h3><ul>${card.services.map((name) => `<li>${escapeHtml(name)}</li>`).join('')}</ul>`,
      ),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  )
}

export function noPage(): string {
  return plainPage('There is no such page', '<p>The address is not complete, or the page was removed.</p>')
}

function article(name: string, texts: readonly (string | null)[]): string {
  const paragraphs = texts.map((text) => (text === null || text.trim() === '' ? '' : paragraph(text)))
  return `<article><h3>${escapeHtml(name)}</h3>${paragraphs.join('')}</article>`
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text.trim()).replaceAll('\n', '<br>')}</p>`
}

/** `IN_PROGRESS` is a word for programs. */
function spoken(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
