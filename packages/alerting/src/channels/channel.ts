import type { AlertingSettings } from '../alerting-settings.ts'
import type { Delivery, TryOutcome } from '../delivery/delivery.ts'
import type { HttpAnswer } from '@sonde/egress/http-request.ts'
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

export type Channel = {
  /** What goes out on every try: the same delivery gives the same bytes. */
  prepare(delivery: Delivery, context: ChannelContext): Outgoing
  /** What an answer means. Redirects and answers of mail servers are judged elsewhere, alike for all. */
  judge(answer: HttpAnswer): TryOutcome
}
