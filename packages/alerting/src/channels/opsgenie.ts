import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { classifyAnswer } from '../delivery/classify-answer.ts'
import { type Channel, type ChannelContext, channelItself, needsNoSettings } from './channel.ts'
import { createDeliveryTexts } from './delivery-texts.ts'
import { cut } from '../bound-text.ts'
import { episodeOf } from '../event-episode.ts'
import { type EventSummary, summarize } from './event-summary.ts'
import { showResponseTime } from '@sonde/ground/shown-time.ts'
import { jsonRequest } from './json-request.ts'
import { ticketKeyOf } from './ticket-key.ts'

/** Limits of the Alert API. */
const most = {
  message: 130,
  description: 15_000,
  note: 25_000,
  entity: 512,
  tags: 20,
  tag: 50,
  details: 7_000,
}

const source = 'Sonde'

/** Opsgenie: one alert per check, by its alias; what follows is noted on it, the recovery closes it. */
export const opsgenie: Channel = {
  prepare(delivery, context) {
    const { event } = delivery
    const texts = createDeliveryTexts(delivery, context)
    const apiKey = texts.required('apiKey')
    const priority = texts.optional('priority') ?? 'P3'
    const { path, body } =
      event.kind === 'alert'
        ? callFor(event, priority)
        : { path: '/v2/alerts', body: create(delivery.notificationId, summarize(event), priority, {}) }
    return jsonRequest(`${baseOf(texts.optional('region'), context)}${path}`, body, {
      headers: { authorization: `GenieKey ${apiKey}` },
      secrets: [apiKey, ...texts.secrets()],
    })
  },
  classify: classifyAnswer,
  targets: channelItself,
  budget: null,
  digest: 'none',
  missingSettings: needsNoSettings,
}

function baseOf(region: string | null, { settings: { addresses } }: ChannelContext): string {
  return region === 'EU' ? addresses.opsgenieEu : addresses.opsgenieUs
}

function callFor(event: CheckAlertEvent, priority: string): { path: string; body: object } {
  const alias = ticketKeyOf(event)
  const summary = summarize(event)
  const about = `/v2/alerts/${encodeURIComponent(alias)}`
  const note = { note: cut(describe(summary), most.note), source }
  if (classOf(event.alertType) === 'recovery')
    return { path: `${about}/close?identifierType=alias`, body: note }
  if (event.isReminder || event.alertType === 'ALERT_FAILURE_DEGRADED') {
    return { path: `${about}/notes?identifierType=alias`, body: note }
  }
  const { check, result } = event
  const episode = episodeOf(event)
  const details = {
    check_id: check.id,
    check_type: check.type,
    alert_type: event.alertType,
    ...(check.target === null ? {} : { target: check.target }),
    ...(check.description === null ? {} : { description: check.description }),
    ...(episode === null ? {} : { failing_since: new Date(episode.since).toISOString() }),
    ...(result === null ? {} : { result_id: result.id, link: result.link }),
    ...(result === null || result.location === null ? {} : { location: result.location }),
    ...(result === null || result.responseTime === null
      ? {}
      : { response_time: showResponseTime(result.responseTime) }),
  }
  return {
    path: '/v2/alerts',
    body: {
      ...create(alias, summary, priority, details),
      tags: check.tags.slice(0, most.tags).map((tag) => cut(tag, most.tag)),
      entity: cut(check.name, most.entity),
    },
  }
}

function create(
  alias: string,
  summary: EventSummary,
  priority: string,
  details: Readonly<Record<string, string>>,
): object {
  return {
    message: cut(summary.title, most.message),
    alias,
    description: cut(describe(summary), most.description),
    priority,
    source,
    details: Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, cut(value, most.details / 10)]),
    ),
  }
}

function describe(summary: EventSummary): string {
  return [
    summary.title,
    ...summary.facts.map(([label, value]) => `${label}: ${value}`),
    ...summary.lines.map(({ text }) => text),
    ...(summary.link === null ? [] : [summary.link]),
  ].join('\n')
}
