import { type AlertType, classOf } from '@sonde/schema/alerts/alert.ts'
import type { AlertState } from '@sonde/store/alerts/alert-state.ts'

/** A channel that the check, or its group, is subscribed to. */
export type SubscribedChannel = {
  id: number
  sendFailure: boolean
  sendRecovery: boolean
  sendDegraded: boolean
}

/** The channels that get an alert, or a reminder of one. Certificate alerts choose theirs by other settings. */
export function recipientsOf(
  alertType: AlertType,
  channels: readonly SubscribedChannel[],
  { owed, openBefore }: { owed: readonly number[]; openBefore: AlertState['open'] },
): number[] {
  return channels.filter((channel) => isWanted(alertType, channel, owed, openBefore)).map(({ id }) => id)
}

function isWanted(
  alertType: AlertType,
  channel: SubscribedChannel,
  owed: readonly number[],
  openBefore: AlertState['open'],
): boolean {
  switch (classOf(alertType)) {
    case 'failure':
      return channel.sendFailure
    case 'degraded':
      return channel.sendDegraded
    case 'recovery': {
      const isRecoveryOnly = !channel.sendFailure && !channel.sendDegraded
      const isOwed = owed.includes(channel.id) || (isRecoveryOnly && openBefore === 'failed')
      return channel.sendRecovery && isOwed
    }
    default:
      return false
  }
}

/** Who was told of a problem is owed the recovery; with the recovery nobody is owed anything. */
export function afterSending(state: AlertState, alertType: AlertType, ids: readonly number[]): AlertState {
  switch (classOf(alertType)) {
    case 'failure':
    case 'degraded':
      return { ...state, owed: [...new Set([...state.owed, ...ids])] }
    case 'recovery':
      return { ...state, owed: [] }
    default:
      return state
  }
}

/** A channel that was unsubscribed or deleted meanwhile is owed nothing, also when it is subscribed again. */
export function keepOwed(state: AlertState, subscribedIds: readonly number[]): AlertState {
  const owed = state.owed.filter((id) => subscribedIds.includes(id))
  return owed.length === state.owed.length ? state : { ...state, owed }
}
