import { randomUUIDv7 } from 'node:crypto'
import type { NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import type { NewNotification } from '@sonde/store/notifications/notifications.ts'
import { receiversOf } from '../channels/notifications-to.ts'

/** To each target of a channel. */
export function noticesTo(channel: AlertChannelRow, event: NoticeEvent): NewNotification[] {
  return receiversOf(channel).map((receiver) => ({ ...noticeRow(event), ...receiver }))
}

/** By mail of the service itself, which belongs to no channel. */
export function mailedNotice(accountId: string, address: string, event: NoticeEvent): NewNotification {
  return {
    ...noticeRow(event),
    accountId,
    channelId: null,
    channelType: 'EMAIL',
    target: address,
    shownConfig: { address },
  }
}

function noticeRow(event: NoticeEvent) {
  const id = randomUUIDv7()
  return {
    id,
    // A lane of its own: nobody needs the order of notices, and their writers do not exclude each other.
    lane: `notice/${id}`,
    checkId: null,
    checkType: null,
    alertId: null,
    resultId: null,
    event,
    isExempt: true,
    createdAt: event.raisedAt,
  }
}
