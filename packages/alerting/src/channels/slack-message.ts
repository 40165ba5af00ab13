import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { boundLines, cut } from '../bound-text.ts'
import { severityColors, summarize } from './event-summary.ts'

/** Slack cuts longer texts itself, in the middle of its markup. */
const mostText = 3_000
const mostField = 1_500
/** Slack takes a hundred attachments. */
const mostLines = 200_000

export type SlackMessage = {
  text: string
  attachments: readonly object[]
}

/** The same message for the old webhooks and for the app. */
export function slackMessage(event: AlertEvent): SlackMessage {
  const summary = summarize(event)
  const text = summary.lines.map((line) =>
    line.link === null ? marked(line.text) : linked(line.text, line.link),
  )
  return {
    text: marked(cut(summary.title, mostText)),
    attachments: [
      {
        color: severityColors[summary.severity],
        fallback: marked(cut(summary.title, mostText)),
        title: marked(cut(summary.title, mostText)),
        ...(summary.link === null ? {} : { title_link: summary.link }),
        fields: summary.facts.map(([label, value]) => ({
          title: label,
          value: marked(cut(value, mostField)),
          short: value.length <= 40,
        })),
        ts: Math.floor(summary.at / 1000),
      },
      ...inParts(boundLines(text, mostLines)).map((part) => ({
        color: severityColors[summary.severity],
        text: part,
      })),
    ],
  }
}

/** The lines of a digest, in as many attachments as they need. */
function inParts(lines: readonly string[]): string[] {
  const parts: string[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + line.length < mostText)
      parts[parts.length - 1] = `${last}\n${line}`
    else parts.push(line)
  }
  return parts
}

function linked(text: string, link: string): string {
  return `<${link}|${marked(text).replaceAll('|', '/')}>`
}

/** Slack reads these three as markup. */
function marked(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
