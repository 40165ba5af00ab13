import { Type } from 'typebox'
import { OneOf } from '../validation/building-blocks.ts'
import { HttpAddress } from '../validation/http-address.ts'
import { vendorAddresses } from './vendor-addresses.ts'

/** What the server reads about sending alerts. */
export const alertingSettings = {
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^\\s/?#]+/?(\\?\\S*)?$',
      description: 'smtp:// or smtps:// with a host, such as smtp://user:password@mail.example.com:587',
    }),
  ),
  SMTP_FROM: Type.Optional(
    Type.String({
      pattern: '^([^<>\\r\\n]*<[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$',
      description: 'an address such as sonde@example.com or Sonde <sonde@example.com>',
    }),
  ),
  SMTP_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'a PEM file with the CA certificate of the mail server',
    }),
  ),
  SMS_HTTP_URL: Type.Optional(
    HttpAddress({ description: 'http:// or https:// address that accepts text messages' }),
  ),
  CALL_HTTP_URL: Type.Optional(
    HttpAddress({ description: 'http:// or https:// address that accepts calls' }),
  ),
  TWILIO_ACCOUNT_SID: Type.Optional(Type.String({ pattern: '^\\S+$', description: 'Twilio account SID.' })),
  TWILIO_AUTH_TOKEN: Type.Optional(Type.String({ pattern: '^\\S+$', description: 'Twilio auth token.' })),
  TWILIO_FROM: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Phone number that Twilio sends and calls from.',
    }),
  ),
  TWILIO_URL: HttpAddress({
    default: vendorAddresses.twilio,
    description: 'http:// or https:// address of the Twilio API',
  }),
  SLACK_BOT_TOKEN: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'token of a Slack app, without spaces' }),
  ),
  SLACK_API_URL: HttpAddress({
    default: vendorAddresses.slackApi,
    description: 'http:// or https:// address of the Slack API',
  }),
  PAGERDUTY_URL: HttpAddress({
    default: vendorAddresses.pagerDuty,
    description: 'http:// or https:// address of the PagerDuty Events API',
  }),
  OPSGENIE_URL: HttpAddress({
    default: vendorAddresses.opsgenieUs,
    description: 'http:// or https:// address of the Opsgenie API',
  }),
  OPSGENIE_EU_URL: HttpAddress({
    default: vendorAddresses.opsgenieEu,
    description: 'http:// or https:// address of the Opsgenie API in the EU',
  }),
  ALERT_EGRESS: OneOf(['all', 'public'] as const, {
    default: 'all',
    description: 'Whether alerts can be sent to internal addresses.',
  }),
  ALERT_EGRESS_ALLOW: Type.Optional(
    Type.String({
      description: 'Comma-separated internal addresses or CIDR ranges that alerts can be sent to anyway.',
    }),
  ),
  ALERT_BUDGET_PER_MINUTE: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 60,
    description: 'Notifications per channel and minute; more go out in a digest.',
  }),
  ALERT_CLAIM_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3600,
    default: 30,
    description: 'How long a server holds a notification while sending it.',
  }),
  ALERT_CHANNELS_MAX: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 500,
    description: 'Alert channels per account.',
  }),
}
