import { minuteMs } from '@sonde/ground/durations.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { Budget } from '@sonde/store/notifications/notification-budgets.ts'

export type ChannelBudgets = (channelType: ChannelType) => Budget

/** A text or a call costs money and wakes people: far fewer of them. */
const textBudget: Budget = { count: 10, windowMs: 10 * minuteMs }
const callBudget: Budget = { count: 5, windowMs: 10 * minuteMs }

export function createBudgets(perMinute: number): ChannelBudgets {
  const others: Budget = { count: perMinute, windowMs: minuteMs }
  return (channelType) => {
    if (channelType === 'SMS') return textBudget
    return channelType === 'CALL' ? callBudget : others
  }
}
