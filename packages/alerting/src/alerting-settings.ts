import type { EgressSettings } from '@sonde/egress/egress-settings.ts'
import { vendorAddresses } from '@sonde/schema/alerts/vendor-addresses.ts'

/** What sends text messages or makes calls. */
export type PhoneDriver =
  | { kind: 'twilio'; accountSid: string; authToken: string; from: string }
  | { kind: 'http'; url: string }

/** `ca`: certificates in PEM that are trusted besides the usual ones. */
export type SmtpSettings = { url: string; from: string; ca?: string }

/** What the operator has given for sending alerts. Null: channels that need it cannot be sent. */
export type AlertingSettings = {
  smtp: SmtpSettings | null
  sms: PhoneDriver | null
  call: PhoneDriver | null
  slackBotToken: string | null
  egress: EgressSettings
  /** Of the vendors, without a slash at the end: a proxy or a stand-in may take their place. */
  addresses: Readonly<Record<keyof typeof vendorAddresses, string>>
  /** Notifications per channel and minute; beyond it they go out in a digest. */
  budgetPerMinute: number
  /** A try to send a notification ends after two thirds of it, whatever the receiver does. */
  claimMs: number
  /** Per account. */
  mostChannels: number
}

/** Without any setting: webhooks and the vendors that need only a key of the channel. */
export const defaultAlertingSettings: AlertingSettings = {
  smtp: null,
  sms: null,
  call: null,
  slackBotToken: null,
  egress: { reach: 'all', allow: [] },
  addresses: vendorAddresses,
  budgetPerMinute: 60,
  claimMs: 30_000,
  mostChannels: 500,
}
