import { randomUUIDv7 } from 'node:crypto'
import type { NewNotification } from '@sonde/store/notifications/notifications.ts'

/** A mail to one subscriber of a status page; those to the same one are sent in the order of their writing. */
export function subscriberNotification({
  accountId,
  subscriber,
  event,
  at,
}: {
  accountId: string
  subscriber: { id: string; address: string }
  event: NewNotification['event']
  at: number
}): NewNotification {
  return {
    id: randomUUIDv7(),
    accountId,
    lane: `subscriber/${subscriber.id}`,
    channelId: null,
    channelType: 'EMAIL',
    target: subscriber.address,
    shownConfig: {},
    checkId: null,
    checkType: null,
    alertId: null,
    resultId: null,
    event,
    isExempt: true,
    createdAt: at,
  }
}
