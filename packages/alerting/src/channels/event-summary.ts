import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { AlertEvent, CheckAlertEvent, DigestEvent } from '@sonde/schema/alerts/alert-event.ts'
import { CannotSend } from '../cannot-send.ts'
import { episodeOf } from '../event-episode.ts'
import { showDuration, showMoment, showResponseTime } from '@sonde/ground/shown-time.ts'
import { worstOf } from '../templates/event-variables.ts'

export type Severity = 'failure' | 'degraded' | 'recovery'

/** What a person is told of an event, whatever carries it. */
export type EventSummary = {
  title: string
  severity: Severity
  link: string | null
  at: number
  /** Label and value, in the order of importance. */
  facts: readonly (readonly [label: string, value: string])[]
  /** One line each: the alerts of a digest, the text of a notice. */
  lines: readonly { text: string; link: string | null; severity: Severity }[]
}

export const severityColors: Readonly<Record<Severity, string>> = {
  failure: '#E5484D',
  degraded: '#F5A623',
  recovery: '#30A46C',
}

export function summarize(event: AlertEvent): EventSummary {
  switch (event.kind) {
    case 'alert':
      return summarizeAlert(event)
    case 'digest':
      return summarizeDigest(event)
    case 'notice': {
      const lines = event.text.split('\n').filter((line) => line.trim() !== '')
      return {
        title: event.title,
        severity: 'degraded',
        link: event.link,
        at: event.raisedAt,
        facts: [],
        lines: lines.map((text) => ({ text, link: null, severity: 'degraded' })),
      }
    }
    case 'mail':
      throw new CannotSend('a mail can only be sent by EMAIL')
    default:
      return event satisfies never
  }
}

function summarizeAlert(event: CheckAlertEvent): EventSummary {
  const { check, result, ssl } = event
  const time = result?.responseTime ?? null
  const failed = result?.failedPlaces ?? result?.failedLocations ?? []
  const facts: [string, string | null][] = [
    ['Error', result?.error ?? null],
    ['Target', check.target],
    ...episodeFacts(event),
    ['Location', result?.location ?? null],
    ['Failed locations', failed.length > 1 ? failed.join(', ') : null],
    ['Response time', time === null ? null : showResponseTime(time)],
    ['Domain', ssl?.domain ?? null],
    ['Days remaining', ssl === null ? null : String(ssl.daysRemaining)],
    ['Description', check.description],
    ['Check type', check.type],
    ['Group', check.groupName],
    ['Tags', check.tags.join(', ')],
    ['Run started at', showMoment(result?.startedAt ?? event.raisedAt)],
  ]
  return {
    title: event.title,
    severity: severityOf(event.alertType),
    link: result?.link ?? null,
    at: result?.startedAt ?? event.raisedAt,
    facts: facts.flatMap(([label, value]) =>
      value === null || value === '' ? [] : [[label, value] as const],
    ),
    lines: [],
  }
}

/** Since when, and after the recovery for how long: what is asked first at night. */
function episodeFacts(event: CheckAlertEvent): [string, string][] {
  const episode = episodeOf(event)
  if (episode === null) return []
  const since = showMoment(episode.since)
  switch (classOf(event.alertType)) {
    case 'recovery':
      return [
        ['Lasted', showDuration(episode.lastedMs)],
        ['Started at', since],
      ]
    case 'failure':
      return [['Failing since', since]]
    default:
      return [['Degraded since', since]]
  }
}

function summarizeDigest(event: DigestEvent): EventSummary {
  const [first, ...others] = event.items
  if (first !== undefined && others.length === 0) return summarizeLone(first)
  return {
    title: event.title,
    severity: severityOf(worstOf(event)),
    link: null,
    at: event.raisedAt,
    facts: [],
    lines: event.items.map(({ title, link, alertType, raisedAt }) => ({
      text: `${showMoment(raisedAt)} ${title}`,
      link,
      severity: severityOf(alertType),
    })),
  }
}

/** A digest with one alert in it reads as that alert. */
function summarizeLone({ title, alertType, link, raisedAt }: DigestEvent['items'][number]): EventSummary {
  return { title, severity: severityOf(alertType), link, at: raisedAt, facts: [], lines: [] }
}

function severityOf(alertType: CheckAlertEvent['alertType']): Severity {
  const alertClass = classOf(alertType)
  return alertClass === 'ssl' ? 'degraded' : alertClass
}
