import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'

/** One try of one notification. */
export type Delivery = {
  notificationId: string
  channelType: ChannelType
  config: Readonly<Record<string, unknown>>
  /** One address, one Slack channel; null where the channel itself is the target. */
  target: string | null
  event: AlertEvent
  variables: ReadonlyMap<string, string>
  /** From 1. */
  tryNumber: number
}

export type TryOutcome =
  | { kind: 'accepted'; result: string }
  /** No later try can change it. */
  | { kind: 'refused'; result: string }
  | { kind: 'try-again'; result: string; retryAfterMs: number | null }

/** What a try came to: that of the sender, or one of ours. */
export type TryEnd =
  | Exclude<TryOutcome, { kind: 'accepted' }>
  /** `usesVariables`: the receiver is that of the group, and other groups may have another. */
  | (Extract<TryOutcome, { kind: 'accepted' }> & { usesVariables: boolean })
  /** Not classified: the program ends. Due at once for whoever takes its slot. */
  | { kind: 'broken-off'; result: string }
  | { kind: 'channel-deleted'; result: string }

export type AlertSender = { send(delivery: Delivery, signal: AbortSignal): Promise<TryOutcome> }
