import { minuteMs } from '@sonde/ground/durations.ts'
import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { cut, oneLine } from '../bound-text.ts'
import { titleOfDigest } from '../templates/event-variables.ts'
import { summarize } from './event-summary.ts'
import { createPhoneChannel } from './phone-channel.ts'

/** One message; more would be cut into parts that arrive in any order. */
const mostLength = 160

/** A link that leaves no room for the title helps nobody. */
const mostLink = 110

export const sms = createPhoneChannel({
  kind: 'sms',
  textOf: smsText,
  driverIn: ({ sms: driver }) => driver,
  httpSetting: 'SMS_HTTP_URL',
  budget: { count: 10, windowMs: 10 * minuteMs },
})

/** Title and link; a digest names as many of its alerts as fit. */
function smsText(event: AlertEvent): string {
  const { title, link } = summarize(event)
  if (event.kind === 'digest' && event.items.length > 1)
    return cut(oneLine(titleOfDigest(event, mostLength)), mostLength)
  if (link === null || link.length > mostLink) return cut(oneLine(title), mostLength)
  return `${cut(oneLine(title), mostLength - link.length - 1)} ${link}`
}
