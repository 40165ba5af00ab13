import type { AlertType } from '@sonde/schema/alerts/alert.ts'
import type { AlertEvent, DigestEvent, NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import { CannotSend } from '../cannot-send.ts'
import { episodeOf } from '../event-episode.ts'
import { worstOf } from '../templates/event-variables.ts'

/** The JSON of a webhook without a template. Digests and notices have its shape too, with nothing of a check. */
export function defaultWebhookBody(event: AlertEvent, notificationId: string): object {
  switch (event.kind) {
    case 'alert': {
      const { check, result, ssl } = event
      const episode = episodeOf(event)
      return {
        eventKind: event.kind,
        alertType: event.alertType,
        alertTitle: event.title,
        alertId: event.alertId,
        episodeId: event.episodeId,
        isReminder: event.isReminder,
        reminderSequence: event.reminderSequence,
        startedAt: iso(result?.startedAt ?? event.raisedAt),
        failingSince: episode === null ? null : iso(episode.since),
        episodeSeconds: episode === null ? null : Math.floor(episode.lastedMs / 1_000),
        check: {
          id: check.id,
          name: check.name,
          type: check.type,
          target: check.target,
          tags: check.tags,
          groupName: check.groupName,
          description: check.description,
        },
        result:
          result === null
            ? null
            : {
                id: result.id,
                link: result.link,
                region: result.region,
                location: result.location,
                responseTime: result.responseTime,
                error: result.error,
                failedLocations: result.failedLocations,
              },
        ...(ssl === null ? {} : { ssl }),
      }
    }
    case 'digest': {
      const alerts = event.items.map(({ raisedAt, ...item }) => ({ ...item, raisedAt: iso(raisedAt) }))
      return { ...withoutCheck(worstOf(event), event, notificationId), alerts }
    }
    case 'notice':
      return {
        ...withoutCheck('ALERT_DEGRADED', event, notificationId),
        notice: { text: event.text, link: event.link },
      }
    case 'mail':
      throw new CannotSend('a mail can only be sent by EMAIL')
    default:
      return event satisfies never
  }
}

function withoutCheck(
  alertType: AlertType,
  event: Pick<DigestEvent | NoticeEvent, 'kind' | 'title' | 'raisedAt'>,
  id: string,
): object {
  return {
    eventKind: event.kind,
    alertType,
    alertTitle: event.title,
    alertId: id,
    episodeId: null,
    isReminder: false,
    reminderSequence: 0,
    startedAt: iso(event.raisedAt),
    failingSince: null,
    episodeSeconds: null,
    check: null,
    result: null,
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
