import { readFileSync } from 'node:fs'
import { type AlertingSettings, type PhoneDriver } from '@sonde/alerting/alerting-settings.ts'
import { parseRange } from '@sonde/ground/ip-address.ts'
import type { ServerSettings } from '@sonde/schema/accounts/server-settings.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { listEntries } from './list-entries.ts'

/** Settings that work only together; one without the others is a mistake and not a wish for none. */
const together = [
  ['SMTP_URL', 'SMTP_FROM'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
] as const

/** What no single setting of alerting shows to be wrong. */
export function alertingMistakes(raw: Readonly<Record<string, unknown>>): Violation[] {
  const missing = together.flatMap((names) => {
    const present = names.filter((name) => raw[name] !== undefined)
    if (present.length === 0) return []
    return names
      .filter((name) => raw[name] === undefined)
      .map((path) => ({ path, message: `is required together with ${present.join(' and ')}` }))
  })
  const allow = raw['ALERT_EGRESS_ALLOW']
  const ranges = listEntries(typeof allow === 'string' ? allow : undefined)
    .filter((entry) => parseRange(entry) === null)
    .map((entry) => ({
      path: 'ALERT_EGRESS_ALLOW',
      message: `"${entry}" is not an IP address or a CIDR range`,
    }))
  return [...missing, ...ranges, ...loginMistakes(raw['SMTP_URL']), ...caMistakes(raw['SMTP_CA_FILE'])]
}

/** A percent sign in a password must be written as %25; the mail would fail at the first alert otherwise. */
function loginMistakes(url: unknown): Violation[] {
  if (typeof url !== 'string' || !/%(?![0-9A-Fa-f]{2})/.test(url)) return []
  return [
    { path: 'SMTP_URL', message: 'contains a % that is not followed by two hex digits; write it as %25' },
  ]
}

/** Read at the start: a file that is missing must not come out with the first alert. */
function caMistakes(file: unknown): Violation[] {
  if (typeof file !== 'string') return []
  try {
    if (readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----')) return []
    return [{ path: 'SMTP_CA_FILE', message: 'contains no PEM certificate' }]
  } catch (error) {
    return [{ path: 'SMTP_CA_FILE', message: `cannot be read: ${String(error)}` }]
  }
}

export function readAlertingSettings(read: ServerSettings): AlertingSettings {
  const twilio = twilioOf(read)
  return {
    smtp:
      read.SMTP_URL === undefined || read.SMTP_FROM === undefined
        ? null
        : {
            url: read.SMTP_URL,
            from: read.SMTP_FROM,
            ...(read.SMTP_CA_FILE === undefined ? {} : { ca: readFileSync(read.SMTP_CA_FILE, 'utf8') }),
          },
    sms: read.SMS_HTTP_URL === undefined ? twilio : { kind: 'http', url: read.SMS_HTTP_URL },
    call: read.CALL_HTTP_URL === undefined ? twilio : { kind: 'http', url: read.CALL_HTTP_URL },
    slackBotToken: read.SLACK_BOT_TOKEN ?? null,
    egress: { reach: read.ALERT_EGRESS, allow: listEntries(read.ALERT_EGRESS_ALLOW) },
    addresses: {
      pagerDuty: baseOf(read.PAGERDUTY_URL),
      opsgenieUs: baseOf(read.OPSGENIE_URL),
      opsgenieEu: baseOf(read.OPSGENIE_EU_URL),
      slackApi: baseOf(read.SLACK_API_URL),
      twilio: baseOf(read.TWILIO_URL),
    },
    budgetPerMinute: read.ALERT_BUDGET_PER_MINUTE,
    claimMs: read.ALERT_CLAIM_SECONDS * 1000,
    mostChannels: read.ALERT_CHANNELS_MAX,
  }
}

function twilioOf(read: ServerSettings): PhoneDriver | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = read
  if (accountSid === undefined || authToken === undefined || from === undefined) return null
  return { kind: 'twilio', accountSid, authToken, from }
}

function baseOf(address: string): string {
  return address.replace(/\/+$/, '')
}
