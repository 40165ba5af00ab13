import { CannotSend } from '../cannot-send.ts'
import type { PhoneDriver } from '../alerting-settings.ts'
import { secretsOfUrl } from '@sonde/egress/redact.ts'
import { MissingSetting } from '../missing-setting.ts'
import type { ChannelContext, OutgoingHttp } from './channel.ts'
import { jsonRequest, userAgent } from './json-request.ts'

export type PhoneMessage = { kind: 'sms' | 'call'; to: string; text: string; secrets: readonly string[] }

/** What a text message or a call becomes, by the driver that the operator has set up. */
export function phoneRequest(
  message: PhoneMessage,
  driver: PhoneDriver | null,
  { settings: { addresses } }: ChannelContext,
): OutgoingHttp {
  if (driver === null)
    throw new MissingSetting(`no driver for ${message.kind === 'sms' ? 'SMS' : 'calls'} is configured`)
  if (!/^\+[1-9]\d{1,14}$/.test(message.to))
    throw new CannotSend('the number must have the form +4915112345678')
  switch (driver.kind) {
    case 'http': {
      const { kind, to, text } = message
      return jsonRequest(
        driver.url,
        { to, text, kind },
        { secrets: [...secretsOfUrl(driver.url), ...message.secrets] },
      )
    }
    case 'twilio':
      return twilioRequest(message, driver, addresses.twilio)
    default:
      return driver satisfies never
  }
}

function twilioRequest(
  { kind, to, text, secrets }: PhoneMessage,
  { accountSid, authToken, from }: Extract<PhoneDriver, { kind: 'twilio' }>,
  base: string,
): OutgoingHttp {
  const resource = kind === 'sms' ? 'Messages' : 'Calls'
  const content = kind === 'sms' ? { Body: text } : { Twiml: twiml(text) }
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  return {
    kind: 'http',
    method: 'POST',
    url: `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${resource}.json`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': userAgent,
      authorization: `Basic ${credentials}`,
    },
    body: Buffer.from(new URLSearchParams({ To: to, From: from, ...content }).toString()),
    secrets: [authToken, credentials, ...secrets],
  }
}

/** Said twice: whoever is woken by it misses the first half. */
function twiml(text: string): string {
  const spoken = text
    // Nothing below a space is allowed in XML, and nothing of it can be said.
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Say>${spoken}</Say><Pause length="1"/><Say>${spoken}</Say></Response>`
}
