import type { EgressSettings } from '@sonde/egress/egress-settings.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { vendorAddresses } from '@sonde/schema/alerts/vendor-addresses.ts'

/** What sends text messages or makes calls. */
export type PhoneDriver =
  | { kind: 'twilio'; accountSid: string; authToken: string; from: string }
  | { kind: 'http'; url: string }

/** What the operator has given for sending alerts. Null: channels that need it cannot be made. */
export type AlertingSettings = {
  smtp: { url: string; from: string } | null
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

/** The settings that must be set before a channel of this type can be made; null when it can. */
export function missingFor(channelType: ChannelType, settings: AlertingSettings): string | null {
  switch (channelType) {
    case 'EMAIL':
      return settings.smtp === null ? 'SMTP_URL and SMTP_FROM' : null
    case 'SMS':
      return settings.sms === null ? `SMS_HTTP_URL or ${twilioSettings}` : null
    case 'CALL':
      return settings.call === null ? `CALL_HTTP_URL or ${twilioSettings}` : null
    case 'SLACK_APP':
      return settings.slackBotToken === null ? 'SLACK_BOT_TOKEN' : null
    case 'SLACK':
    case 'WEBHOOK':
    case 'PAGERDUTY':
    case 'OPSGENIE':
      return null
    default:
      return channelType satisfies never
  }
}

const twilioSettings = 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM'
