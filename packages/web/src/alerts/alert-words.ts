import {
  classOf,
  type AlertClass,
  type AlertType,
  type NotificationStatus,
} from '@sonde/schema/alerts/alert.ts'
import type { MarkWords } from '../parts/status/mark-words.ts'
import type { AlertNotification } from '../resources/alert-notifications.ts'

const looks: Readonly<Record<AlertClass, { sign: string; look: string }>> = {
  failure: { sign: '✕', look: 'bg-bad-wash text-bad' },
  degraded: { sign: '▲', look: 'bg-warn-wash text-warn' },
  recovery: { sign: '✓', look: 'bg-good-wash text-good' },
  ssl: { sign: '⌛', look: 'bg-warn-wash text-warn' },
}

const words: Readonly<Record<AlertType, string>> = {
  ALERT_FAILURE: 'Failing',
  ALERT_FAILURE_REMAIN: 'Still failing',
  ALERT_FAILURE_DEGRADED: 'No longer failing, degraded',
  ALERT_DEGRADED: 'Degraded',
  ALERT_DEGRADED_REMAIN: 'Still degraded',
  ALERT_DEGRADED_FAILURE: 'Degraded, now failing',
  ALERT_RECOVERY: 'Recovered',
  ALERT_DEGRADED_RECOVERY: 'Recovered from degraded',
  ALERT_SSL: 'Certificate expires soon',
}

export function alertWords(alertType: AlertType): MarkWords {
  return { word: words[alertType], ...looks[classOf(alertType)] }
}

/** In the order in which somebody looks for them. */
export const alertClassWords: readonly (readonly [AlertClass, string])[] = [
  ['failure', 'Failing'],
  ['degraded', 'Degraded'],
  ['recovery', 'Recovered'],
  ['ssl', 'Certificates'],
]

const statuses: Readonly<Record<NotificationStatus, MarkWords>> = {
  // Attempts that failed are to be seen while it is tried again: this is their end.
  FAILURE: { word: 'Given up', sign: '✕', look: 'bg-bad-wash text-bad' },
  IN_PROGRESS: { word: 'Not yet delivered', sign: '…', look: 'bg-warn-wash text-warn' },
  SUCCESS: { word: 'Delivered', sign: '✓', look: 'bg-good-wash text-good' },
  RATE_LIMITED: { word: 'In a digest', sign: '≡', look: 'bg-raised text-soft' },
}

export function notificationWords(status: NotificationStatus): MarkWords {
  return statuses[status]
}

/** A test is one attempt: there is nothing to give up. */
export function testWords(status: NotificationStatus): MarkWords {
  return status === 'FAILURE' ? { ...statuses.FAILURE, word: 'Failed' } : statuses[status]
}

type Waiting = NonNullable<AlertNotification['waitsFor']>

const waits: Readonly<Record<Waiting, string>> = {
  NEXT_TRY: 'waits for the next attempt',
  ANSWER: 'an attempt is in progress',
  EARLIER_NOTIFICATION: 'waits for the previous one, of the same check to the same target',
  DIGEST: 'sent with a digest',
}

export function waitWords(waitsFor: Waiting): string {
  return waits[waitsFor]
}

const kinds: Readonly<Record<AlertNotification['kind'], string>> = {
  ALERT: 'Alert',
  DIGEST: 'Digest',
  NOTICE: 'Notice',
  MAIL: 'Mail',
}

export function kindWords(kind: AlertNotification['kind']): string {
  return kinds[kind]
}
