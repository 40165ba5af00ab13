import { randomUUIDv7 } from 'node:crypto'
import { dayMs } from '@sonde/ground/durations.ts'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import type { AlertContext } from '@sonde/store/alerts/alert-contexts.ts'
import { subscribedChannels } from '@sonde/store/alerts/alert-subscriptions.ts'
import { type CheckAlertRow, insertCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { insertNotifications, type NewNotification } from '@sonde/store/notifications/notifications.ts'
import { recordSslNotices } from '@sonde/store/alerts/ssl-notices.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { subscriptionSubject } from './effective-alert-settings.ts'
import { alertsTo } from './channels/notifications-to.ts'
import { episodeIdOf, tagsOf, targetOf } from './raise/raised-alert.ts'
import { titleOfCertificate } from './titles.ts'

/** What a look at the certificate of a domain has found. */
export type CertificateObservation = {
  accountId: string
  domain: string
  fingerprint: string
  notAfterAt: number
  /** The activated checks of the account that use the domain. */
  checks: readonly AlertContext[]
}

/** Negative once it has expired. */
export function daysUntil(notAfterAt: number, now: number): number {
  return Math.floor((notAfterAt - now) / dayMs)
}

/**
 * Inside a write: tells the channels that want to know and were not told of this certificate, each once however
 * many checks use the domain. While every check that leads to a channel is suppressed, the channel is neither
 * told nor noted, so that it hears of it at the first look afterwards. Gives the number of notifications.
 */
export async function raiseSslExpiry(
  db: Db,
  observation: CertificateObservation,
  now: number,
  { isSuppressed }: { isSuppressed(check: AlertContext): boolean | Promise<boolean> },
): Promise<number> {
  const { fingerprint, notAfterAt } = observation
  const domain = observation.domain.toLowerCase()
  const daysRemaining = daysUntil(notAfterAt, now)
  const audible: AlertContext[] = []
  for (const check of observation.checks) if (!(await isSuppressed(check))) audible.push(check)
  const interested = await interestedChannels(db, audible, daysRemaining)
  const newIds = await recordSslNotices(db, { domain, fingerprint, at: now }, [...interested.keys()])
  const recipients = [...interested.values()].filter(({ channel }) => newIds.has(channel.id))
  const alerts = [...Map.groupBy(recipients, ({ check }) => check)].map(([check, entries]) =>
    writeOut({
      check,
      channels: entries.map(({ channel }) => channel),
      ssl: { domain, daysRemaining },
      episodeId: episodeIdOf(`${domain}/${fingerprint}`, notAfterAt),
      now,
    }),
  )
  await insertCheckAlerts(
    db,
    alerts.map(({ alert }) => alert),
  )
  const notifications = alerts.flatMap((entry) => entry.notifications)
  await insertNotifications(db, notifications)
  return notifications.length
}

/** Each channel once, with the first of the checks that lead to it. */
async function interestedChannels(
  db: Db,
  checks: readonly AlertContext[],
  daysRemaining: number,
): Promise<Map<number, { channel: AlertChannelRow; check: AlertContext }>> {
  const subscribed = await subscribedChannels(
    db,
    checks.map(({ checkId, group }) => ({ key: checkId, ...subscriptionSubject(checkId, group) })),
  )
  const interested = new Map<number, { channel: AlertChannelRow; check: AlertContext }>()
  for (const check of checks) {
    for (const channel of subscribed.get(check.checkId) ?? []) {
      const isWanted = channel.sslExpiry && daysRemaining <= channel.sslExpiryThreshold
      if (isWanted && !interested.has(channel.id)) interested.set(channel.id, { channel, check })
    }
  }
  return interested
}

function writeOut({
  check,
  channels,
  ssl,
  episodeId,
  now,
}: {
  check: AlertContext
  channels: readonly AlertChannelRow[]
  ssl: { domain: string; daysRemaining: number }
  episodeId: string
  now: number
}): { alert: CheckAlertRow; notifications: NewNotification[] } {
  const { accountId, checkId, checkType, name } = check
  const { description } = check.config
  const alertId = randomUUIDv7()
  const event: CheckAlertEvent = {
    kind: 'alert',
    alertId,
    alertType: 'ALERT_SSL',
    title: titleOfCertificate(ssl),
    episodeId,
    episodeSince: now,
    accountId,
    raisedAt: now,
    isReminder: false,
    reminderSequence: 0,
    check: {
      id: checkId,
      name,
      type: checkType,
      description: typeof description === 'string' ? description : null,
      tags: tagsOf(check),
      groupName: check.group?.name ?? null,
      groupId: check.group?.id ?? null,
      target: targetOf(check),
    },
    result: null,
    ssl,
  }
  return {
    alert: {
      id: alertId,
      accountId,
      checkId,
      checkType,
      name,
      alertType: 'ALERT_SSL',
      episodeId,
      episodeSince: now,
      reminderSequence: 0,
      runLocation: null,
      responseTime: null,
      error: null,
      statusCode: null,
      resultId: null,
      dueAt: now,
      startedAt: now,
      judgedAt: now,
      nobodyCause: null,
      createdAt: now,
    },
    notifications: channels.flatMap((channel) =>
      alertsTo(channel, {
        subject: `ssl/${ssl.domain}`,
        checkId,
        checkType,
        alertId,
        resultId: null,
        event,
        createdAt: now,
      }),
    ),
  }
}
