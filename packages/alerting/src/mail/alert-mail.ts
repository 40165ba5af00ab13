import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { type EventSummary, severityColors, summarize } from '../channels/event-summary.ts'

/** The two bodies of a mail about an event. */
export function alertMail(event: AlertEvent): { text: string; html: string } {
  const summary = summarize(event)
  return { text: textOf(summary), html: htmlOf(summary) }
}

function textOf({ title, facts, lines, link }: EventSummary): string {
  const blocks = [
    [title],
    facts.map(([label, value]) => `${label}: ${value}`),
    lines.map((line) => (line.link === null ? line.text : `${line.text}\n  ${line.link}`)),
    link === null ? [] : [link],
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/**
 * No colour but those of the severity, which stand out on white and on black: the reader's own light or dark
 * theme does the rest. One column, so that it reads on a phone.
 */
function htmlOf({ title, severity, facts, lines, link }: EventSummary): string {
  const color = severityColors[severity]
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 12px 4px 0;vertical-align:top;opacity:.7;white-space:nowrap">${escapeHtml(label)}</td>` +
      `<td style="padding:4px 0;vertical-align:top;word-break:break-word;white-space:pre-wrap">${escapeHtml(value)}</td></tr>`,
  )
  const items = lines.map(
    (line) =>
      `<li style="margin:4px 0;padding-left:8px;border-left:3px solid ${severityColors[line.severity]};word-break:break-word">` +
      `${line.link === null ? escapeHtml(line.text) : `<a href="${escapeHtml(line.link)}">${escapeHtml(line.text)}</a>`}</li>`,
  )
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    `<div style="max-width:600px;margin:0 auto;border-left:4px solid ${color};padding-left:16px">`,
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3;word-break:break-word">${escapeHtml(title)}</h1>`,
    rows.length === 0
      ? ''
      : `<table role="presentation" style="border-collapse:collapse">${rows.join('')}</table>`,
    items.length === 0 ? '' : `<ul style="list-style:none;margin:0;padding:0">${items.join('')}</ul>`,
    link === null ? '' : `<p style="margin:16px 0 0"><a href="${escapeHtml(link)}">Show the result</a></p>`,
    '</div></body></html>',
  ].join('')
}
