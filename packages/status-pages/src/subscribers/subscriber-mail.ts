import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { MailEvent } from '@sonde/schema/alerts/alert-event.ts'
import { markdownHtml } from '@sonde/ground/markdown-html.ts'
import { momentIn } from '../moment-in.ts'

/** `timezone` is an IANA name; null: UTC. */
export type Period = { startsAt: number; endsAt: number; timezone: string | null }

/** What a subscriber of a page is told. */
export type MailContent = {
  /** What happened: the name of the incident or of the maintenance. */
  name: string
  kind: 'incident' | 'maintenance'
  severity: string | null
  status: string
  text: string
  /** From when to when, where that was planned. */
  period: Period | null
  page: { name: string; url: string }
  /** Of this page; empty where they are not to be named. */
  services: readonly string[]
  publicUrl: string
  token: string
  at: number
}

/** Complete when it is written, so that a mail says the same on every try. */
export function subscriberMail(content: MailContent): MailEvent {
  const pageUrl = `${content.publicUrl}/status/${content.page.url}`
  const unsubscribeUrl = `${pageUrl}/unsubscribe/${content.token}`
  const facts = factsOf(content)
  const { name, text, page } = content
  return {
    kind: 'mail',
    subject: oneLine(`[${page.name}] ${name}: ${spoken(content.status)}`),
    text: [
      name,
      '',
      ...facts.map(([label, value]) => `${label}: ${value}`),
      '',
      text,
      '',
      `Status page: ${pageUrl}`,
      '',
      `You get this mail because you subscribed to ${page.name}.`,
      `To unsubscribe: ${unsubscribeUrl}`,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; max-width: 40em">',
      `<h1 style="font-size: 1.25em">${escapeHtml(name)}</h1>`,
      '<table>',
      ...facts.map(
        ([label, value]) =>
          `<tr><th align="left" style="padding-right: 1em">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
      ),
      '</table>',
      markdownHtml(text),
      `<p><a href="${escapeHtml(pageUrl)}">Open the status page</a></p>`,
      `<p><small>You get this mail because you subscribed to ${escapeHtml(page.name)}. `,
      `<a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></small></p>`,
      '</body></html>',
    ].join('\n'),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    raisedAt: content.at,
  }
}

function factsOf({ kind, severity, status, period, services }: MailContent): [string, string][] {
  return [
    ...(severity === null ? [] : [['Severity', spoken(severity)] satisfies [string, string]]),
    ['Status', spoken(status)],
    ...(period === null
      ? []
      : [
          ['From', momentIn(period.timezone, period.startsAt)] satisfies [string, string],
          ['To', momentIn(period.timezone, period.endsAt)] satisfies [string, string],
        ]),
    ...(services.length === 0
      ? []
      : [[kind === 'incident' ? 'Affects' : 'Concerns', services.join(', ')] satisfies [string, string]]),
  ]
}

/** `IN_PROGRESS` is a word for programs. */
function spoken(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A header is one line, whatever people call their incidents. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}
