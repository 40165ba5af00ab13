import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { classifyAnswer } from '../delivery/classify-answer.ts'
import {
  type Channel,
  type ChannelContext,
  channelItself,
  needsNoSettings,
  type OutgoingHttp,
} from './channel.ts'
import { createDeliveryTexts } from './delivery-texts.ts'
import { boundLines, cut } from '../bound-text.ts'
import { episodeOf } from '../event-episode.ts'
import { type EventSummary, summarize } from './event-summary.ts'
import { jsonRequest } from './json-request.ts'
import { ticketKeyOf } from './ticket-key.ts'

/** Limits of the Events API v2. */
const mostSummary = 1024
const mostDetail = 4_000
const mostLines = 200_000

/** PagerDuty, Events API v2: one incident per check, from its first problem until it has recovered. */
export const pagerDuty: Channel = {
  prepare(delivery, context) {
    const { event } = delivery
    if (event.kind !== 'alert') return requestOf(delivery, context, standAlone(delivery, context))
    const body = classOf(event.alertType) === 'recovery' ? resolve(event, context) : trigger(event, context)
    return requestOf(delivery, context, body)
  },
  classify: classifyAnswer,
  targets: channelItself,
  budget: null,
  digest: 'none',
  missingSettings: needsNoSettings,
}

type Body = Readonly<Record<string, unknown>>

function requestOf(delivery: Delivery, context: ChannelContext, body: Body): OutgoingHttp {
  const texts = createDeliveryTexts(delivery, context)
  const routingKey = texts.required('serviceKey')
  const url = `${context.settings.addresses.pagerDuty}/v2/enqueue`
  return jsonRequest(url, { routing_key: routingKey, ...body }, { secrets: [routingKey, ...texts.secrets()] })
}

function linksOf(link: string | null | undefined, context: ChannelContext, text: string): Body {
  const href = link ?? context.publicUrl
  return { client: 'Sonde', client_url: href, links: [{ href, text }] }
}

function resolve(event: CheckAlertEvent, context: ChannelContext): Body {
  return {
    event_action: 'resolve',
    dedup_key: ticketKeyOf(event),
    ...linksOf(event.result?.link, context, 'Result'),
  }
}

function trigger(event: CheckAlertEvent, context: ChannelContext): Body {
  const { check, result, ssl } = event
  const episode = episodeOf(event)
  return {
    event_action: 'trigger',
    dedup_key: ticketKeyOf(event),
    ...linksOf(result?.link, context, 'Result'),
    payload: {
      summary: cut(event.title, mostSummary),
      source: result?.location ?? ssl?.domain ?? 'Sonde',
      severity: classOf(event.alertType) === 'failure' ? 'critical' : 'warning',
      timestamp: new Date(result?.startedAt ?? event.raisedAt).toISOString(),
      component: check.name,
      ...(check.groupName === null ? {} : { group: check.groupName }),
      class: event.alertType,
      custom_details: {
        target: check.target,
        description: check.description === null ? null : cut(check.description, mostDetail),
        failing_since: episode === null ? null : new Date(episode.since).toISOString(),
        response_time: result?.responseTime ?? null,
        error: result === null || result.error === null ? null : cut(result.error, mostDetail),
        tags: check.tags,
        check_id: check.id,
        result_id: result?.id ?? null,
      },
    },
  }
}

/** A digest or a notice is an incident of its own: it stands for no single check. */
function standAlone(delivery: Delivery, context: ChannelContext): Body {
  const summary = summarize(delivery.event)
  return {
    event_action: 'trigger',
    dedup_key: delivery.notificationId,
    ...linksOf(summary.link, context, 'More'),
    payload: {
      summary: cut(summary.title, mostSummary),
      source: 'Sonde',
      severity: severities[summary.severity],
      timestamp: new Date(summary.at).toISOString(),
      class: delivery.event.kind,
      custom_details: {
        lines: boundLines(
          summary.lines.map(({ text }) => text),
          mostLines,
        ),
      },
    },
  }
}

const severities: Readonly<Record<EventSummary['severity'], string>> = {
  failure: 'critical',
  degraded: 'warning',
  recovery: 'info',
}
