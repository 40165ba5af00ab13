import { randomUUIDv7 } from 'node:crypto'
import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import type { NewNotification } from '@sonde/store/notifications/notifications.ts'
import { isExemptFromBudget } from '../delivery/budgets.ts'
import { channels } from './registry.ts'

export type Receiver = Pick<
  NewNotification,
  'accountId' | 'channelId' | 'channelType' | 'target' | 'shownConfig'
>

/** The columns by which a notification says where it goes, once for each target of the channel. */
export function receiversOf(channel: AlertChannelRow): Receiver[] {
  const { id: channelId, accountId, type: channelType, shownConfig } = channel
  return channels[channelType]
    .targets(shownConfig)
    .map((target) => ({ accountId, channelId, channelType, target, shownConfig }))
}

/** An alert of a check, for each target of a channel. `subject`: the alerts of one are sent in their order. */
export function alertsTo(
  channel: AlertChannelRow,
  {
    subject,
    ...alert
  }: { subject: string; event: CheckAlertEvent } & Pick<
    NewNotification,
    'checkId' | 'checkType' | 'alertId' | 'resultId' | 'createdAt'
  >,
): NewNotification[] {
  const isRecovery = classOf(alert.event.alertType) === 'recovery'
  return receiversOf(channel).map((receiver) => ({
    ...receiver,
    ...alert,
    id: randomUUIDv7(),
    lane: [subject, channel.id, ...(receiver.target === null ? [] : [receiver.target])].join('/'),
    isExempt: isExemptFromBudget(channel.type, isRecovery),
  }))
}
