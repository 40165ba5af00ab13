import type { AlertingSettings } from '../alerting-settings.ts'
import type { Delivery, TryOutcome } from '../delivery/delivery.ts'
import type { HttpAnswer } from '@sonde/egress/http-request.ts'
import type { Budget } from '@sonde/store/notifications/notification-budgets.ts'
import type { Templates } from '../templates/templates.ts'

export type OutgoingHttp = {
  kind: 'http'
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: Buffer | null
  /** What an answer must not show. */
  secrets: readonly string[]
}

export type OutgoingMail = {
  kind: 'mail'
  to: readonly string[]
  subject: string
  text: string
  html: string
  /** Without angle brackets. */
  messageId: string
  /** Shared by all mails of an episode; null: stands alone. */
  threadId: string | null
  headers: Readonly<Record<string, string>>
  sentAt: number
}

export type Outgoing = OutgoingHttp | OutgoingMail

export type ChannelContext = {
  settings: AlertingSettings
  /** Without a slash at the end. */
  publicUrl: string
  templates: Templates
}

/**
 * Which alerts of a channel go out together in a digest once its budget is used up.
 * - `none`: the receiver keeps one ticket per check, which a digest could neither open nor close.
 * - `problems`: a recovery always goes out by itself. A digest that is refused for what it is goes out again as
 *   single alerts.
 * - `all`: every message costs money, recoveries too. Whoever refuses the digest would refuse each of its alerts,
 *   for money.
 */
export type DigestRule = 'none' | 'problems' | 'all'

/** All that is done differently for one type of channel when it sends. */
export type Channel = {
  /** What goes out on every try: the same delivery gives the same bytes. */
  prepare(delivery: Delivery, context: ChannelContext): Outgoing
  /** What an answer means. Redirects and answers of mail servers are classified elsewhere, alike for all. */
  classify(answer: HttpAnswer): TryOutcome
  /**
   * Where it sends to. Each target is a notification of its own, so that one that fails is tried again alone. Null:
   * the channel itself is the target.
   */
  targets(shownConfig: Readonly<Record<string, unknown>>): (string | null)[]
  /** Null: as many as the operator allows every channel. */
  budget: Budget | null
  digest: DigestRule
  /** The settings that the operator must give before such a channel can be made; null when it can. */
  missingSettings(settings: AlertingSettings): string | null
}

/** For a channel with one receiver. */
export function channelItself(): null[] {
  return [null]
}

/** For a channel whose own configuration is enough. */
export function needsNoSettings(): null {
  return null
}
