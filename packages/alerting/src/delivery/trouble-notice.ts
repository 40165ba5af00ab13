import { showMoment } from '@sonde/ground/shown-time.ts'
import { channelLabel } from '@sonde/schema/alerts/channels/channel-label.ts'
import { channelKinds } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { AlertEvent, NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import type { ClaimedNotification } from '@sonde/store/notifications/notification-claims.ts'
import { cut } from '../bound-text.ts'

const mostReason = 300
const mostName = 200
const mostChecksNamed = 5

/** For whoever hears of it, this may be the only word of the alert that did not arrive: so it names it. */
export function troubleNotice(
  channel: AlertChannelRow,
  { event, firstTryAt, tries }: Pick<ClaimedNotification, 'event' | 'firstTryAt' | 'tries'>,
  { result, at, isGivenUp, publicUrl }: { result: string; at: number; isGivenUp: boolean; publicUrl: string },
): NoticeEvent {
  const label = channelLabel(channel)
  const { name: kind } = channelKinds[channel.type]
  const channelName = label === kind ? `the alert channel ${kind}` : `the alert channel ${label} (${kind})`
  const reason = reasonIn(result)
  const lines = isGivenUp
    ? [
        `A message to ${channelName} could not be delivered: ${reason}.`,
        `Not delivered: ${describe(event)}; first attempt at ${showMoment(firstTryAt)}.`,
        'Alerts to this channel are lost until it works again: check its settings and send a test. This notice is sent once.',
      ]
    : [
        `A message to ${channelName} could not be delivered in ${tries} attempts since ${showMoment(firstTryAt)}: ${reason}.`,
        `Not delivered yet: ${describe(event)}.`,
        'Sonde retries for up to 24 hours; nothing is lost until then. Check the settings of the channel and send a test. This notice is sent once.',
      ]
  return {
    kind: 'notice',
    title: `Alerts no longer reach ${channelName}`,
    text: lines.join('\n'),
    link: `${publicUrl}/accounts/${channel.accountId}/alert-channels/${channel.id}`,
    aboutChannelId: channel.id,
    raisedAt: at,
  }
}

function describe(event: AlertEvent): string {
  const at = showMoment(event.raisedAt)
  switch (event.kind) {
    case 'alert':
      return `alert "${cut(event.title, mostName)}" of check "${cut(event.check.name, mostName)}", raised at ${at}`
    case 'digest':
      return `digest "${event.title}" of ${at}, with ${checksIn(event.items)}`
    case 'notice':
      return `notice "${cut(event.title, mostName)}" of ${at}`
    case 'mail':
      return `mail "${cut(event.subject, mostName)}" of ${at}`
    default:
      return event satisfies never
  }
}

function checksIn(items: readonly { checkName: string }[]): string {
  const names = [...new Set(items.map(({ checkName }) => checkName))]
  const some = names.slice(0, mostChecksNamed).map((name) => `"${cut(name, mostName)}"`)
  const missing = names.length - some.length
  return some.join(', ') + (missing > 0 ? ` and ${missing} more` : '')
}

function reasonIn(result: string): string {
  const line = (result.trim().split('\n', 1)[0] ?? '').replace(/\.$/, '')
  return cut(line, mostReason) || 'no reason was given'
}
