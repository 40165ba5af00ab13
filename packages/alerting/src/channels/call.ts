import { minuteMs } from '@sonde/ground/durations.ts'
import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { cut, oneLine } from '../bound-text.ts'
import { titleOfDigest } from '../templates/event-variables.ts'
import { summarize } from './event-summary.ts'
import { createPhoneChannel } from './phone-channel.ts'

/** About a minute of speech; it is said twice. */
const mostLength = 600

export const call = createPhoneChannel({
  kind: 'call',
  textOf: spokenText,
  driverIn: ({ call: driver }) => driver,
  httpSetting: 'CALL_HTTP_URL',
  budget: { count: 5, windowMs: 10 * minuteMs },
})

function spokenText(event: AlertEvent): string {
  const title = event.kind === 'digest' ? titleOfDigest(event, mostLength) : summarize(event).title
  return cut(oneLine(title), mostLength)
}
