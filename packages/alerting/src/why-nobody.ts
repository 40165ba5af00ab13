import type { NobodyCause } from '@sonde/schema/alerts/nobody-notified.ts'

/** What decides whether an alert of a check reaches somebody. */
export type NotificationFacts = {
  /** Why nothing is raised at all; null while nothing holds alerts back. */
  heldBackBy: 'PAUSED' | 'GROUP_PAUSED' | 'MUTED' | 'GROUP_MUTED' | 'MAINTENANCE' | null
  /** Whether the group uses its own channels only. */
  isDecidedByGroup: boolean
  /** Subscriptions of the check and of its group, active or not. */
  ofCheck: readonly { activated: boolean }[]
  ofGroup: readonly { activated: boolean }[]
  /** The channels with an active subscription that counts. */
  channels: readonly { wantsEvent: boolean; isDeliverable: boolean }[]
  /** A recovery that a channel would send, had it been notified of the problem. */
  isUnowed: boolean
}

/** The one true cause for which nobody is notified; null when somebody is. */
export function whyNobody(facts: NotificationFacts): NobodyCause | null {
  if (facts.heldBackBy !== null) return facts.heldBackBy
  const { channels, ofCheck, ofGroup, isDecidedByGroup } = facts
  if (channels.length === 0) {
    const counting = isDecidedByGroup ? ofGroup : [...ofCheck, ...ofGroup]
    if (counting.length > 0) return 'SUBSCRIPTION_PAUSED'
    return isDecidedByGroup ? 'GROUP_DECIDES' : 'NO_CHANNEL'
  }
  const wanting = channels.filter(({ wantsEvent }) => wantsEvent)
  if (wanting.length === 0) return facts.isUnowed ? 'NOT_OWED' : 'EVENT_NOT_WANTED'
  return wanting.some(({ isDeliverable }) => isDeliverable) ? null : 'UNDELIVERABLE'
}
