import { minuteMs } from '@sonde/ground/durations.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { Budget } from '@sonde/store/notifications/notification-budgets.ts'
import { channels } from '../channels/registry.ts'

export type ChannelBudgets = (channelType: ChannelType) => Budget

export function createBudgets(perMinute: number): ChannelBudgets {
  const ofOperator: Budget = { count: perMinute, windowMs: minuteMs }
  return (channelType) => channels[channelType].budget ?? ofOperator
}

/** Whether an alert goes out whatever the budget of its channel; `isWanted`: it would wherever the channel can. */
export function isExemptFromBudget(channelType: ChannelType, isWanted: boolean): boolean {
  const { digest } = channels[channelType]
  switch (digest) {
    case 'none':
      return true
    case 'problems':
      return isWanted
    case 'all':
      return false
    default:
      return digest satisfies never
  }
}
